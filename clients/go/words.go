package main

import (
	"fmt"
	"strings"

	pisyedili "pisyedili/v1"
)

var (
	ranks = []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker"}
	suits = []string{"no suit", "♣", "♦", "♥", "♠"}
)

// cardText returns a card such as 7♣; its number is 13 * (suit - 1) + rank.
func cardText(card pisyedili.Card) string {
	if card == pisyedili.Card_CARD_JOKER {
		return "joker"
	}
	return ranks[(card-1)%13] + suits[1+(card-1)/13]
}

// eventText returns what happened in one line, empty for an event that a newer engine has added.
func eventText(event *pisyedili.Event) string {
	switch event := event.GetEvent().(type) {
	case *pisyedili.Event_RoundDealt:
		return dealtText(event.RoundDealt)
	case *pisyedili.Event_CardsPlayed:
		return fmt.Sprintf("seat %d plays %s", event.CardsPlayed.GetSeat(), cardsText(event.CardsPlayed.GetCards()))
	case *pisyedili.Event_CardsDrawn:
		return drawnText(event.CardsDrawn)
	case *pisyedili.Event_Passed:
		return passedText(event.Passed)
	case *pisyedili.Event_SuitNamed:
		return fmt.Sprintf("seat %d names %s", event.SuitNamed.GetSeat(), suits[event.SuitNamed.GetSuit()])
	case *pisyedili.Event_DirectionReversed:
		return "play turns round to " + words(event.DirectionReversed.GetDirection(), "DIRECTION_")
	case *pisyedili.Event_TurnSentBack:
		return fmt.Sprintf("the turn goes back to seat %d", event.TurnSentBack.GetSeat())
	case *pisyedili.Event_SeatSkipped:
		return fmt.Sprintf("seat %d is skipped", event.SeatSkipped.GetSeat())
	case *pisyedili.Event_DebtRaised:
		return fmt.Sprintf("seat %d owes %d cards", event.DebtRaised.GetSeat(), event.DebtRaised.GetCards())
	case *pisyedili.Event_DebtPaid:
		return paidText(event.DebtPaid)
	case *pisyedili.Event_TekCalled:
		return fmt.Sprintf("seat %d calls tek", event.TekCalled.GetSeat())
	case *pisyedili.Event_TekForgotten:
		return fmt.Sprintf("seat %d forgot to call tek", event.TekForgotten.GetSeat())
	case *pisyedili.Event_StockReshuffled:
		return fmt.Sprintf("%d discards are the new stock", event.StockReshuffled.GetCount())
	case *pisyedili.Event_RoundEnded:
		return endedText(event.RoundEnded)
	case *pisyedili.Event_EndDrawn:
		return endDrawnText(event.EndDrawn)
	case *pisyedili.Event_PointsWritten:
		return "points: " + strings.Trim(fmt.Sprint(event.PointsWritten.GetPoints()), "[]")
	case *pisyedili.Event_MatchEnded:
		return "the match is over, won by " + seatsText(event.MatchEnded.GetWinners())
	}
	return ""
}

func dealtText(dealt *pisyedili.RoundDealt) string {
	text := fmt.Sprintf("round %d: seat %d deals", dealt.GetRound()+1, dealt.GetDealer())
	if len(dealt.GetTurnedUp()) > 0 {
		text += fmt.Sprintf(", %s turned up", cardsText(dealt.GetTurnedUp()))
	}
	return text
}

func drawnText(drawn *pisyedili.CardsDrawn) string {
	why := words(drawn.GetReason(), "DRAW_REASON_")
	return fmt.Sprintf("seat %d draws %d (%s)", drawn.GetSeat(), drawn.GetCount(), why)
}

func passedText(passed *pisyedili.Passed) string {
	if passed.GetByItself() {
		return fmt.Sprintf("the table passes for seat %d", passed.GetSeat())
	}
	return fmt.Sprintf("seat %d passes", passed.GetSeat())
}

func paidText(paid *pisyedili.DebtPaid) string {
	text := fmt.Sprintf("seat %d has paid %d cards", paid.GetSeat(), paid.GetPaid())
	if paid.GetForgiven() > 0 {
		text += fmt.Sprintf(", %d were forgiven", paid.GetForgiven())
	}
	return text
}

func endedText(ended *pisyedili.RoundEnded) string {
	out := "nobody is out"
	if ended.Finisher != nil {
		out = fmt.Sprintf("seat %d is out by %s", ended.GetFinisher(), cardText(ended.GetCard()))
	}
	return fmt.Sprintf("the round is over (%s), %s", words(ended.GetReason(), "ROUND_END_REASON_"), out)
}

func endDrawnText(drawn *pisyedili.EndDrawn) string {
	held := ranks[drawn.GetRank()-1]
	return fmt.Sprintf("seat %d draws %s for the %s in hand", drawn.GetSeat(), cardsText(drawn.GetCards()), held)
}

func cardsText(cards []pisyedili.Card) string {
	texts := make([]string, len(cards))
	for at, card := range cards {
		texts[at] = cardText(card)
	}
	return strings.Join(texts, " ")
}

func seatsText(seats []uint32) string {
	texts := make([]string, len(seats))
	for at, seat := range seats {
		texts[at] = fmt.Sprintf("seat %d", seat)
	}
	return strings.Join(texts, " and ")
}

// words returns the name of an enum's value in words, without what all its values begin with.
func words(value fmt.Stringer, prefix string) string {
	name := strings.TrimPrefix(value.String(), prefix)
	return strings.ToLower(strings.ReplaceAll(name, "_", " "))
}
