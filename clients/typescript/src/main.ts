/** Plays a whole match with random legal moves, and tells it in one line for each event. */
import { status } from "@grpc/grpc-js";
import type { Event } from "../generated/pisyedili/v1/events_pb.js";
import { ErrorReason } from "../generated/pisyedili/v1/errors_pb.js";
import { GameService } from "../generated/pisyedili/v1/game_service_pb.js";
import type { LegalMoves, Move } from "../generated/pisyedili/v1/moves_pb.js";
import { GameForm, type Game } from "../generated/pisyedili/v1/state_pb.js";
import { Engine, PisYediliError } from "./client.js";
import { eventText } from "./words.js";

/** What every answer that goes on with a game holds, the moves being asked for. */
interface Table {
  game?: Game;
  legal?: LegalMoves;
  events: Event[];
}

const include = { moves: true };

async function main(target = "localhost:50051", preset = "gamyun", seats = "4"): Promise<void> {
  const engine = new Engine(target);
  try {
    await playMatch(engine, preset, Number(seats));
  } finally {
    engine.close();
  }
}

async function playMatch(engine: Engine, preset: string, seats: number): Promise<void> {
  const { createGame, startRound } = GameService.method;
  let table: Table = tell(await engine.call(createGame, { preset, seats, form: GameForm.OPAQUE, include }));
  await moveTooEarly(engine, table, seats);
  for (;;) {
    table = await playRound(engine, table);
    if (table.events.some(({ event }) => event.case === "matchEnded")) break;
    table = tell(await engine.call(startRound, { game: gameOf(table), include }));
  }
  await tellStandings(engine, table);
}

/** Plays until no move is left, and returns the last answer. */
async function playRound(engine: Engine, table: Table): Promise<Table> {
  while (table.legal?.moves.length) {
    const { seat, ply, moves } = table.legal;
    table = await makeMove(engine, table, seat, { ...pick(moves), ply });
  }
  return table;
}

async function makeMove(engine: Engine, table: Table, seat: number, move: Move): Promise<Table> {
  return tell(await engine.call(GameService.method.applyMove, { game: gameOf(table), seat, move, include }));
}

/** Lets a seat move that is not on turn: it is refused, and the game is as it was. */
async function moveTooEarly(engine: Engine, table: Table, seats: number): Promise<void> {
  const { seat, moves } = table.legal ?? fail("legal moves");
  try {
    await makeMove(engine, table, (seat + 1) % seats, pick(moves));
  } catch (error) {
    if (!(error instanceof PisYediliError) || error.reason !== ErrorReason.OUT_OF_TURN) throw error;
    console.log(`refused: ${error.message}`);
  }
}

async function tellStandings(engine: Engine, table: Table): Promise<void> {
  const { scores } = await engine.call(GameService.method.scoreGame, { game: gameOf(table) });
  for (const { seats, total, rank } of scores?.standings.toSorted((a, b) => a.rank - b.rank) ?? []) {
    console.log(`${rank}. ${seats.map((seat) => `seat ${seat}`).join(" and ")}: ${total} points`);
  }
}

function tell(table: Table): Table {
  for (const event of table.events) console.log(eventText(event));
  return table;
}

function gameOf(table: Table): Game {
  return table.game ?? fail("a game");
}

function pick(moves: readonly Move[]): Move {
  return moves[Math.floor(Math.random() * moves.length)] ?? fail("a legal move");
}

function fail(expected: string): never {
  throw new Error(`expected ${expected} in the answer, got none`);
}

main(...process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof PisYediliError)) throw error;
  console.error(`play a match: ${status[error.code]} ${ErrorReason[error.reason]}: ${error.message}`);
  process.exitCode = 1;
});
