/** A table of one player and bots. The page holds the game, which in production a server does. */
import { create } from "@bufbuild/protobuf";
import type { Card } from "../generated/pisyedili/v1/cards_pb";
import type {
  ApplyMoveResponse,
  CreateGameResponse,
  StartRoundResponse,
} from "../generated/pisyedili/v1/game_service_pb";
import { MoveSchema, type Move } from "../generated/pisyedili/v1/moves_pb";
import { GameForm } from "../generated/pisyedili/v1/state_pb";
import { connect, refusalText } from "./engine";
import { ME, element, showEvents, showMoves, showPresets, showRefusal, showScores, showTable } from "./page";

type Answer = CreateGameResponse | ApplyMoveResponse | StartRoundResponse;

const settings = new URLSearchParams(location.search);
const engine = connect(settings.get("engine") ?? "http://localhost:8080");
const pace = Number(settings.get("pace") ?? 700);
/** The milliseconds after which a bot's call that failed is made again. */
const RETRY = 3_000;
const include = { moves: true, scores: true, seats: [ME] };
/** How many answers to the player were shown: the bots of an earlier one move no more. */
let shown = 0;

/** Makes a call for the player; what it is refused for is shown, and the table stays. */
async function ask(call: () => Promise<Answer>): Promise<void> {
  const mine = element<HTMLFieldSetElement>("mine");
  mine.disabled = true;
  showRefusal("");
  try {
    await goOn(await call());
  } catch (error) {
    showRefusal(refusalText(error));
    mine.disabled = false;
  }
}

/** Shows a table, and lets the bots move until it is the player's turn or the round is over. */
async function goOn(answer: Answer): Promise<void> {
  const mine = ++shown;
  show(answer);
  while (answer.legal?.moves.length && answer.legal.seat !== ME) {
    await sleep(pace);
    answer = await moveBot(answer);
    if (mine !== shown) return;
    show(answer);
  }
}

/** Makes the default move of a bot; every call may be repeated, so it is until it is answered. */
async function moveBot({ game, legal }: Answer): Promise<Answer> {
  for (;;) {
    try {
      return await engine.games.applyMove({ game, seat: legal?.seat, move: legal?.defaultMove, include });
    } catch (error) {
      showRefusal(refusalText(error));
      await sleep(RETRY);
      showRefusal("");
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function show(answer: Answer): void {
  const [update] = answer.views;
  if (!update?.view) throw new Error("expected a view in the answer, got none");
  const apply = (move: Move) => ask(() => makeMove(answer, move));
  showEvents(update.events);
  showTable(update.view, (card) => apply(play(card)));
  showMoves(answer.legal, apply);
  showScores(update.view, answer.scores, () => ask(() => startRound(answer)));
}

function play(card: Card): Move {
  return create(MoveSchema, { move: { case: "play", value: { cards: [card] } } });
}

function makeMove({ game, legal }: Answer, move: Move): Promise<Answer> {
  return engine.games.applyMove({ game, seat: ME, move: { ...move, ply: legal?.ply }, include });
}

function startRound({ game }: Answer): Promise<Answer> {
  return engine.games.startRound({ game, include });
}

async function createGame(): Promise<Answer> {
  const preset = element<HTMLSelectElement>("preset").value;
  const seats = element<HTMLInputElement>("count").valueAsNumber;
  const dealt = await engine.games.createGame({ preset, seats, form: GameForm.OPAQUE, include });
  element("log").replaceChildren();
  return dealt;
}

element<HTMLFormElement>("start").onsubmit = (event) => {
  event.preventDefault();
  void ask(createGame);
};

engine.rules.listPresets({}).then(
  ({ presets }) => showPresets(presets),
  (error: unknown) => showRefusal(refusalText(error)),
);
