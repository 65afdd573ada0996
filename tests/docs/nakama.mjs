// Plays a match by the handler of docs/integrate-nakama.md, and writes down what came of it.
// Nakama's own part is played here: its storage with versions, its messages, its ticks.
// Usage: node nakama.mjs HANDLER ENGINE

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';

const [handler, engine] = process.argv.slice(2);

// Nakama's calls wait for their answers, so they are made by a thread beside this one.
const ASKING = `
  const { workerData: { port, done } } = require('node:worker_threads');
  port.on('message', async ({ url, method, headers, body }) => {
    try {
      const answer = await fetch(url, { method, headers, body });
      port.postMessage({ code: answer.status, body: await answer.text() });
    } catch (error) {
      port.postMessage({ code: 503, body: String(error) });
    }
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });
`;
const { port1: near, port2: port } = new MessageChannel();
const done = new Int32Array(new SharedArrayBuffer(4));
const asking = new Worker(ASKING, { eval: true, workerData: { port, done }, transferList: [port] });

const stored = new Map();
let reachable = true;

const nk = {
  httpRequest(url, method, headers, body) {
    if (!reachable) return { code: 503, body: 'no healthy upstream' };
    Atomics.store(done, 0, 0);
    near.postMessage({ url, method: method.toUpperCase(), headers, body });
    Atomics.wait(done, 0, 0);
    return receiveMessageOnPort(near).message;
  },
  storageRead: (places) => places.flatMap(({ key }) => {
    const object = stored.get(key);
    return object ? [{ ...object, value: JSON.parse(object.value) }] : [];
  }),
  storageWrite: (objects) => objects.map(({ key, value, version }) => {
    if (version !== (stored.get(key)?.version ?? '*')) throw Error('version check failed');
    const text = JSON.stringify(value);
    const next = createHash('md5').update(text).digest('hex');
    stored.set(key, { value: text, version: next });
    return { key, version: next };
  }),
  binaryToString: (data) => new TextDecoder().decode(data),
};

const logger = { error: (...words) => { told.errors.push(words.join(' ')); } };
const told = { errors: [], refused: [], sent: [] };

const sandbox = createContext({ JSON, Error, String });
runInContext(readFileSync(handler, 'utf8'), sandbox);
runInContext(`ENGINE = ${JSON.stringify(engine)}`, sandbox);
const handlers = {};
sandbox.InitModule({}, logger, nk, { registerMatch: (_, all) => Object.assign(handlers, all) });

const USERS = ['ada', 'bora', 'can'];
const PARAMS = { game: 'masa-7', users: USERS.join() };
const views = {};

const dispatcher = {
  broadcastMessage(code, data, [presence]) {
    const body = JSON.parse(data);
    if (code === 3) {
      told.refused.push([presence.userId, body.details[0]?.reason ?? body.message]);
    } else {
      told.sent.push({ to: presence.userId, seat: body.view.viewer, ply: body.view.ply });
      views[presence.userId] = body.view;
    }
  },
};

function start() {
  const match = { tick: 0, state: handlers.matchInit({}, logger, nk, PARAMS).state };
  match.loop = (messages = [], ticks = 1) => {
    if (match.state) {
      match.tick += ticks;
      const done = handlers.matchLoop({}, logger, nk, dispatcher, match.tick, match.state, messages);
      match.state = done && done.state;
    }
    return match.state !== null;
  };
  match.join = (userId) => {
    const presence = { userId };
    const asked = [{}, logger, nk, dispatcher, match.tick, match.state, presence, {}];
    const { accept } = handlers.matchJoinAttempt(...asked);
    if (accept) handlers.matchJoin({}, logger, nk, dispatcher, match.tick, match.state, [presence]);
    return accept;
  };
  return match;
}

function message(userId, data) {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return { opCode: 2, sender: { userId }, data: new TextEncoder().encode(text) };
}

// Ada and Bora play the first of their moves; Can never moves, and runs out of time.
function goOn(match, enough) {
  while (!enough() && match.state) {
    const chosen = ['ada', 'bora'].filter((user) => views[user].moves.length > 0);
    const [user] = chosen;
    const moves = user ? [message(user, { ...views[user].moves[0], ply: views[user].ply })] : [];
    match.loop(moves, user ? 1 : 30);
  }
}

const first = start();
told.joined = ['ada', 'bora', 'eve'].map(first.join);
first.join('can');
goOn(first, () => views.ada.ply >= 12);

// What players should not send.
for (const text of ['', 'null', '{"play": 7}', '{"unknown": {}}']) first.loop([message('ada', text)], 0);
const seen = views.ada.ply;
first.loop([message('ada', { draw: {}, ply: seen - 1 })], 0);

// The engine cannot be reached, and then it can.
reachable = false;
told.lives = first.loop([message('ada', { draw: {}, ply: seen })], 60);
told.waits = views.ada.ply === seen;
reachable = true;
first.loop();

// The node is lost: another match goes on from what is stored, and the old one ends.
const before = JSON.parse(stored.get('masa-7').value);
const second = start();
told.resumed = JSON.stringify(second.state.kept) === JSON.stringify(before);
USERS.forEach(second.join);
goOn(second, () => views.ada.ply > seen + 3);
told.ends = !first.loop([], 60);

goOn(second, () => false);
told.phase = views.ada.phase.kind;
told.plies = views.ada.ply;
told.kept = JSON.parse(stored.get('masa-7').value);
console.log(JSON.stringify(told));
await asking.terminate();
