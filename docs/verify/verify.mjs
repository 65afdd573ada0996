// Proves that every card dealt and drawn in a recorded game is the one that its seed dictates.
// Shares no code with the engine: node verify.mjs RECORD.pis TRACE.json
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const expect = (what, wanted, got) => {
  if (String(wanted) === String(got)) return;
  console.error(`${what}: expected ${wanted}, got ${got}`);
  process.exit(1);
};

// The seed: 32 bytes of the match give 32 of each round, which give the order of each shuffle.
const u32 = (number) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(number); return bytes; };
const hmac = (key, label, ...numbers) =>
  createHmac('sha256', key).update(label).update(Buffer.concat(numbers.map(u32))).digest();
const roundSeed = (seed, round) => hmac(seed, 'pisyedili/round/v1', round);
const commitment = (seed) =>
  createHash('sha256').update('pisyedili/commit/v1').update(seed).digest('hex');

function* numbersOf(seed, shuffle) {
  for (let block = 0; ; block++) {
    const digest = hmac(seed, 'pisyedili/shuffle/v1', shuffle, block);
    for (let at = 0; at < 32; at += 4) yield digest.readUInt32BE(at);
  }
}

function shuffled(cards, seed, shuffle) {
  const order = [...cards], numbers = numbersOf(seed, shuffle);
  for (let last = order.length - 1; last > 0; last--) {
    const fair = 2 ** 32 - (2 ** 32 % (last + 1));
    let number;
    do number = numbers.next().value; while (number >= fair);
    const chosen = number % (last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

// The record: its tags, and by round what is said of hands and moves; see docs/records.md.
const PLAIN = { 1: 'A', R: 'K', D: 'Q', V: 'J', C: '♣', H: '♥', S: '♠' };
const cardOf = (word) => {
  if (/^joker$/i.test(word)) return 'joker';
  const [, rank, suit] = /^(10|.)(.)$/.exec(word.toUpperCase()) ?? [, word, ''];
  return (PLAIN[rank] ?? rank) + (suit === 'D' ? '♦' : PLAIN[suit] ?? suit);
};
const cardsOf = (text) => text.split('+').filter(Boolean).map(cardOf);
const WORDS = /"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|;[^\n]*|\{[^}]*\}|[[\]]|[0-9]{1,3}:|\n|[^\s;{}"[\]]+/g;

function read(text) {
  const tags = {}, rounds = [];
  const words = text.replaceAll('\ufe0f', '').match(WORDS).map((word) => (/^[;{]/.test(word) ? '\n' : word));
  const toLineEnd = (at) => words.slice(at, words.indexOf('\n', at));
  words.push('\n');
  for (let at = 0, seat; at < words.length; at++) {
    const word = words[at];
    if (word === '[') {
      const end = words.indexOf(']', at);
      tags[words[at + 1]] = words.slice(at + 2, end).map((value) => value.replaceAll('"', ''));
      at = end;
    } else if (word === 'Round') {
      rounds.push({ commitment: /^[0-9a-f]{64}$/i.test(words[at + 2]) ? words[at + 2] : '', items: [] });
      [at, seat] = [at + (rounds.at(-1).commitment ? 2 : 1), undefined];
    } else if (word === 'Hand' || word === 'Top' || word === 'Points') {
      const rest = toLineEnd(at + 1);
      if (word === 'Hand') {
        rounds.at(-1).items.push({ hand: parseInt(rest[0]), cards: rest.slice(1).map(cardOf) });
      }
      at += rest.length;
    } else if (/^[0-9]+:$/.test(word)) {
      seat = parseInt(word);
    } else if (word !== '\n') {
      const kind = { '-': 'draw', '.': 'pass' }[word[0]] ?? 'play';
      const cards = cardsOf(word.replace(/^[-.]|!$|=.!?$/g, ''));
      rounds.at(-1).items.push({ seat, kind, cards });
    }
  }
  return { tags, rounds };
}

const [record, trace] = [read(readFileSync(process.argv[2], 'utf8')), JSON.parse(readFileSync(process.argv[3]))];
const seed = Buffer.from(record.tags.Seed?.[0] ?? '', 'hex');
expect('the length of the seed', 32, seed.length);
expect('the commitment of the record', commitment(seed), (record.tags.Commitment?.[0] ?? commitment(seed)).toLowerCase());
expect('the commitment of the trace', commitment(seed), trace.commitment);
expect('the seats of the trace', record.tags.Seats[0], trace.seats);
const suits = ['♣', '♦', '♥', '♠'].flatMap((suit) => trace.ranks.map((rank) => rank + suit));
const deck = [...Array(trace.decks).fill(suits).flat(), ...Array(trace.jokers).fill('joker')];

let proved = 0;
expect('the rounds of the trace', record.rounds.length || 1, trace.rounds.length);
trace.rounds.forEach((round, number) => {
  const here = (what) => `round ${number + 1}, ${what}`, own = roundSeed(seed, number);
  const written = record.rounds[number] ?? { commitment: '', items: [] };
  expect(here('the commitment of the trace'), commitment(own), round.commitment);
  expect(here('the commitment of the record'), commitment(own), (written.commitment || commitment(own)).toLowerCase());
  expect(here('the dealer'), number % trace.seats, round.dealer);

  // The deal: packet by packet from the end of the order, clockwise from the dealer's left.
  let stock = shuffled(deck, own, 0), discard = [], shuffles = 1;
  const hands = Array.from({ length: trace.seats }, () => []);
  const draw = () => { proved++; return stock.pop(); };
  for (const packet of trace.packets) {
    for (let step = 1; step <= trace.seats; step++) {
      for (let card = 0; card < packet; card++) hands[(round.dealer + step) % trace.seats].push(draw());
    }
  }
  hands.forEach((hand, seat) => expect(here(`the deal of seat ${seat}`), hand, round.hands[seat]));
  for (const card of round.turned) {
    stock.unshift(...discard.splice(0)); // what was turned up before it is buried
    discard.push(draw());
    expect(here('the card turned up'), discard[0], card);
  }

  const follow = (step, at) => {
    if (step.reshuffle) {
      expect(at('the stock before a reshuffle'), '', stock);
      stock = shuffled(discard.slice(0, -1), own, shuffles++);
      discard = discard.slice(-1);
      expect(at('the reshuffle'), stock, step.reshuffle);
    } else if (step.play) {
      for (const card of step.play) {
        const place = hands[step.seat].indexOf(card);
        expect(at(`whether seat ${step.seat} holds ${card}`), true, place >= 0);
        discard.push(...hands[step.seat].splice(place, 1));
      }
    } else {
      const cards = step.draw ?? step.end;
      expect(at('the cards drawn'), cards.map(draw), cards);
      if (step.draw) hands[step.seat].push(...cards); // what is drawn at the end costs, and joins no hand
    }
  };

  const steps = [...round.steps];
  steps.shift().forEach((step) => follow(step, here));
  let move = 0;
  for (const item of written.items) {
    const at = (what) => here(`move ${move}, ${what}`);
    if (item.hand !== undefined) {
      expect(at(`the hand of seat ${item.hand}`), [...hands[item.hand]].sort(), item.cards.sort());
      continue;
    }
    move++;
    const made = steps.shift() ?? [], plays = made.filter((step) => step.play);
    expect(at('the cards played'), item.kind === 'play' ? item.cards : '', plays.flatMap((step) => step.play));
    for (const step of plays) expect(at('the seat'), item.seat ?? step.seat, step.seat);
    const drawn = made.flatMap((step) => step.draw ?? []);
    if (item.kind === 'draw' && item.cards.length) expect(at('the cards shown'), item.cards, drawn);
    made.forEach((step) => follow(step, at));
  }
  expect(here('the moves of the trace'), 0, steps.length);
});
console.log(`${proved} cards dealt and drawn, each the one that the seed dictates`);
