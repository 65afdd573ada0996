/** Cards, moves and events in words. */
import { Card, Suit } from "../generated/pisyedili/v1/cards_pb";
import type { CardsDrawn, Event, RoundEnded } from "../generated/pisyedili/v1/events_pb";
import type { Move, Play } from "../generated/pisyedili/v1/moves_pb";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const RANK_NAMES = ["ace", ...RANKS.slice(1, 10), "jack", "queen", "king"];
const SUITS = ["", "♣", "♦", "♥", "♠"];
const SUIT_NAMES = ["no suit", "clubs", "diamonds", "hearts", "spades"];

/** A card as it is printed, such as `7♣`; its number is 13 * (suit - 1) + rank. */
export function cardText(card: Card): string {
  return card === Card.JOKER ? "★" : `${RANKS[(card - 1) % 13]}${SUITS[suitOf(card)]}`;
}

/** A card as it is read out, such as `7 of clubs`. */
export function cardName(card: Card): string {
  return card === Card.JOKER ? "joker" : `${RANK_NAMES[(card - 1) % 13]} of ${SUIT_NAMES[suitOf(card)]}`;
}

export function isRed(card: Card): boolean {
  return suitOf(card) === Suit.DIAMONDS || suitOf(card) === Suit.HEARTS;
}

export function suitName(suit: Suit): string {
  return `${SUITS[suit]} ${SUIT_NAMES[suit]}`.trim();
}

/** What a player may do, on a button. */
export function moveText({ move, callTek }: Move): string {
  const call = callTek ? ", call tek" : "";
  switch (move.case) {
    case "play":
      return playText(move.value) + call;
    case "draw":
      return "Draw";
    case "pass":
      return `Pass${call}`;
    case undefined:
      return "A move that this page does not know";
  }
}

function playText({ cards, suit }: Play): string {
  const named = suit ? `, name ${suitName(suit)}` : "";
  return `Play ${cards.map(cardName).join(" and ")}${named}`;
}

/** What happened, in one line; empty for an event that a newer engine has added. */
export function eventText({ event }: Event, name: (seat: number) => string): string {
  switch (event.case) {
    case "roundDealt":
      return `Round ${event.value.round + 1}: ${name(event.value.dealer)} dealt.`;
    case "cardsPlayed":
      return `${name(event.value.seat)} played ${event.value.cards.map(cardText).join(" ")}.`;
    case "cardsDrawn":
      return drawnText(event.value, name);
    case "passed":
      return `${name(event.value.seat)} passed.`;
    case "suitNamed":
      return `${name(event.value.seat)} named ${suitName(event.value.suit)}.`;
    case "directionReversed":
      return "The order of play turned round.";
    case "turnSentBack":
      return `The turn went back to ${name(event.value.seat)}.`;
    case "seatSkipped":
      return `${name(event.value.seat)} was skipped.`;
    case "debtRaised":
      return `${name(event.value.seat)} came to owe ${event.value.cards} cards.`;
    case "debtPaid":
      return `${name(event.value.seat)} paid ${event.value.paid} of ${event.value.paid + event.value.forgiven} cards.`;
    case "tekCalled":
      return `${name(event.value.seat)} called “tek”.`;
    case "tekForgotten":
      return `${name(event.value.seat)} forgot to call “tek”.`;
    case "stockReshuffled":
      return `${event.value.count} discards became the stock.`;
    case "roundEnded":
      return endedText(event.value, name);
    case "endDrawn":
      return `${name(event.value.seat)} drew ${event.value.cards.map(cardText).join(" ")} at the end.`;
    case "pointsWritten":
      return `Points: ${event.value.points.map((points, seat) => `${name(seat)} ${points}`).join(", ")}.`;
    case "matchEnded":
      return `The match was won by ${event.value.winners.map(name).join(" and ")}.`;
    case undefined:
      return "";
  }
}

function drawnText({ seat, count, cards }: CardsDrawn, name: (seat: number) => string): string {
  const seen = cards.length ? `: ${cards.map(cardText).join(" ")}` : "";
  return `${name(seat)} drew ${count === 1 ? "a card" : `${count} cards`}${seen}.`;
}

export function endedText({ finisher }: Pick<RoundEnded, "finisher">, name: (seat: number) => string): string {
  return finisher === undefined ? "The round ended with nobody out." : `${name(finisher)} went out.`;
}

function suitOf(card: Card): Suit {
  return Math.floor((card - 1) / 13) + 1;
}
