/** What the page shows: a view, the moves, the scores; and which of its buttons was pressed. */
import type { Card } from "../generated/pisyedili/v1/cards_pb";
import type { Event } from "../generated/pisyedili/v1/events_pb";
import type { LegalMoves, Move } from "../generated/pisyedili/v1/moves_pb";
import type { Preset } from "../generated/pisyedili/v1/rules_service_pb";
import type { Scores } from "../generated/pisyedili/v1/scores_pb";
import { PhaseKind, type PlayerView } from "../generated/pisyedili/v1/view_pb";
import { cardName, cardText, endedText, eventText, isRed, moveText, suitName } from "./words";

/** The seat of the player before the screen; the bots have the others. */
export const ME = 0;

export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function seatName(seat: number): string {
  return seat === ME ? "You" : `Bot ${seat}`;
}

export function showPresets(presets: readonly Preset[]): void {
  const select = element<HTMLSelectElement>("preset");
  select.replaceChildren(...presets.map(({ id, name }) => new Option(name?.en, id, id === "standard")));
  const line = () => presets.find(({ id }) => id === select.value)?.line?.en ?? "";
  select.onchange = () => (element("about").textContent = line());
  select.value = "standard";
  element("about").textContent = line();
}

export function showRefusal(text: string): void {
  element("refusal").textContent = text;
}

export function showEvents(events: readonly Event[]): void {
  const lines = events.map((event) => eventText(event, seatName)).filter(Boolean);
  element("log").append(...lines.map((line) => make("li", line)));
  element("log").lastElementChild?.scrollIntoView({ block: "nearest" });
}

export function showTable(view: PlayerView, tryCard: (card: Card) => void): void {
  element("table").hidden = false;
  element("turn").textContent = turnText(view);
  element("seats").replaceChildren(...view.seats.map((seat) => seatItem(seat, view)));
  const top = view.discard.at(-1);
  element("top").replaceChildren(top ? face(top) : make("span", "–", "card"));
  element("suit").textContent = view.suit ? suitName(view.suit) : "any";
  element("stock").textContent = String(view.stockSize);
  element("debt").textContent = view.phase?.debt ? `${view.phase.debt} cards` : "none";
  element("hand").replaceChildren(...view.hand.map((card) => item(cardButton(card, () => tryCard(card)))));
}

/** Shows the player's moves, and puts the keyboard on the first one; none while a bot moves. */
export function showMoves(legal: LegalMoves | undefined, choose: (move: Move) => void): void {
  const mine = legal?.seat === ME ? legal.moves : [];
  const buttons = mine.map((move) => button(moveText(move), () => choose(move)));
  element<HTMLFieldSetElement>("mine").disabled = !mine.length;
  element("moves").replaceChildren(...buttons.map(item));
  buttons[0]?.focus({ preventScroll: true });
}

export function showScores(view: PlayerView, scores: Scores | undefined, next: () => void): void {
  const over = view.phase?.kind === PhaseKind.MATCH_OVER;
  const ended = view.phase?.kind === PhaseKind.ROUND_OVER || over;
  element("scores").hidden = !ended;
  element("mine").hidden = ended;
  if (!ended || !scores) return;
  const winners = scores.matchWinners.map(seatName).join(" and ");
  element("ended").textContent = endedText(view.phase ?? {}, seatName) + (over ? ` The match is won by ${winners}.` : "");
  element("points").replaceChildren(
    ...scores.seats.map(({ seat, total, hand }) =>
      row(seatName(seat), hand.map(({ card }) => cardText(card)).join(" ") || "–", total, view.seats[seat]?.total ?? 0),
    ),
  );
  const again = element<HTMLButtonElement>("next");
  again.hidden = over;
  again.onclick = next;
  (over ? element("deal") : again).focus({ preventScroll: true });
}

function turnText(view: PlayerView): string {
  if (view.phase?.reason) return "The round is over.";
  return view.seat === ME ? "It is your turn." : `${seatName(view.seat)} is thinking …`;
}

function seatItem({ seat, handSize, called, total }: PlayerView["seats"][number], view: PlayerView): HTMLElement {
  const text = `${handSize} ${handSize === 1 ? "card" : "cards"}${called ? ", “tek”" : ""}, ${total} points`;
  const shown = make("li", "");
  shown.append(make("strong", seatName(seat)), make("span", text));
  if (seat === view.seat && !view.phase?.reason) shown.setAttribute("aria-current", "true");
  return shown;
}

function face(card: Card): HTMLElement {
  const shown = make("span", cardText(card), isRed(card) ? "card red" : "card");
  shown.setAttribute("role", "img");
  shown.ariaLabel = cardName(card);
  return shown;
}

function cardButton(card: Card, press: () => void): HTMLButtonElement {
  const shown = button(cardText(card), press);
  shown.className = isRed(card) ? "card red" : "card";
  shown.ariaLabel = `${cardText(card)}, ${cardName(card)}`;
  return shown;
}

function button(text: string, press: () => void): HTMLButtonElement {
  const made = make("button", text) as HTMLButtonElement;
  made.type = "button";
  made.onclick = press;
  return made;
}

function row(name: string, ...cells: readonly (string | number)[]): HTMLElement {
  const made = make("tr", "");
  const head = make("th", name);
  head.setAttribute("scope", "row");
  made.append(head, ...cells.map((cell) => make("td", String(cell))));
  return made;
}

function item(child: HTMLElement): HTMLElement {
  const made = make("li", "");
  made.append(child);
  return made;
}

function make(tag: string, text: string, kind = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
