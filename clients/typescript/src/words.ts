/** Cards, moves and events in words, one line each. */
import { Card, Rank, Suit } from "../generated/pisyedili/v1/cards_pb.js";
import {
  DrawReason,
  type CardsDrawn,
  type DebtPaid,
  type Event,
  type RoundDealt,
  type RoundEnded,
} from "../generated/pisyedili/v1/events_pb.js";
import { Direction, RoundEndReason } from "../generated/pisyedili/v1/state_pb.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["♣", "♦", "♥", "♠"];

/** A card such as `7♣`; its number is 13 * (suit - 1) + rank. */
export function cardText(card: Card): string {
  if (card === Card.JOKER) return "joker";
  return `${RANKS[(card - 1) % 13]}${SUITS[Math.floor((card - 1) / 13)]}`;
}

/** What happened; empty for an event that a newer engine has added. */
export function eventText({ event }: Event): string {
  switch (event.case) {
    case "roundDealt":
      return dealtText(event.value);
    case "cardsPlayed":
      return `seat ${event.value.seat} plays ${cards(event.value.cards)}`;
    case "cardsDrawn":
      return drawnText(event.value);
    case "passed":
      return event.value.byItself
        ? `the table passes for seat ${event.value.seat}`
        : `seat ${event.value.seat} passes`;
    case "suitNamed":
      return `seat ${event.value.seat} names ${suitText(event.value.suit)}`;
    case "directionReversed":
      return `play turns round to ${words(Direction[event.value.direction])}`;
    case "turnSentBack":
      return `the turn goes back to seat ${event.value.seat}`;
    case "seatSkipped":
      return `seat ${event.value.seat} is skipped`;
    case "debtRaised":
      return `seat ${event.value.seat} owes ${event.value.cards} cards`;
    case "debtPaid":
      return paidText(event.value);
    case "tekCalled":
      return `seat ${event.value.seat} calls tek`;
    case "tekForgotten":
      return `seat ${event.value.seat} forgot to call tek`;
    case "stockReshuffled":
      return `${event.value.count} discards are the new stock`;
    case "roundEnded":
      return endedText(event.value);
    case "endDrawn":
      return `seat ${event.value.seat} draws ${cards(event.value.cards)} for the ${rankText(event.value.rank)} in hand`;
    case "pointsWritten":
      return `points: ${event.value.points.join(" ")}`;
    case "matchEnded":
      return `the match is over, won by ${event.value.winners.map((seat) => `seat ${seat}`).join(" and ")}`;
    case undefined:
      return "";
  }
}

function dealtText({ round, dealer, turnedUp }: RoundDealt): string {
  const up = turnedUp.length ? `, ${cards(turnedUp)} turned up` : "";
  return `round ${round + 1}: seat ${dealer} deals${up}`;
}

function drawnText({ seat, count, reason }: CardsDrawn): string {
  return `seat ${seat} draws ${count} (${words(DrawReason[reason])})`;
}

function paidText({ seat, paid, forgiven }: DebtPaid): string {
  return `seat ${seat} has paid ${paid} cards${forgiven ? `, ${forgiven} were forgiven` : ""}`;
}

function endedText({ reason, finisher, card }: RoundEnded): string {
  const out = finisher === undefined ? "nobody is out" : `seat ${finisher} is out by ${cardText(card)}`;
  return `the round is over (${words(RoundEndReason[reason])}), ${out}`;
}

function cards(list: readonly Card[]): string {
  return list.map(cardText).join(" ");
}

function suitText(suit: Suit): string {
  return SUITS[suit - 1] ?? "no suit";
}

function rankText(rank: Rank): string {
  return rank === Rank.JOKER ? "joker" : `${RANKS[rank - 1]}`;
}

/** The name of an enum's value in words; a newer engine may send one that has none here. */
function words(name: string | undefined): string {
  return name?.toLowerCase().replaceAll("_", " ") ?? "unknown";
}
