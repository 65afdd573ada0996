// Plays a whole match of Pis Yedili with random legal moves, and tells it in one line for each event.
//
// Usage: go run . [TARGET [PRESET [SEATS]]]
package main

//go:generate ../../.venv/bin/buf generate

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"

	"google.golang.org/grpc/status"

	pisyedili "pisyedili/v1"
)

// A table is what every answer that goes on with a game holds, the moves being asked for.
type table interface {
	GetGame() *pisyedili.Game
	GetLegal() *pisyedili.LegalMoves
	GetEvents() []*pisyedili.Event
}

var include = &pisyedili.Include{Moves: true}

func main() {
	seats, err := strconv.ParseUint(argument(3, "4"), 10, 32)
	if err == nil {
		err = run(argument(1, "localhost:50051"), argument(2, "gamyun"), uint32(seats))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "play a match:", explain(err))
		os.Exit(1)
	}
}

func argument(at int, otherwise string) string {
	if at < len(os.Args) {
		return os.Args[at]
	}
	return otherwise
}

func run(target, preset string, seats uint32) error {
	conn, err := connect(target)
	if err != nil {
		return err
	}
	defer conn.Close()
	return playMatch(context.Background(), pisyedili.NewGameServiceClient(conn), preset, seats)
}

func playMatch(ctx context.Context, games pisyedili.GameServiceClient, preset string, seats uint32) error {
	dealt, err := games.CreateGame(ctx, &pisyedili.CreateGameRequest{
		Preset: preset, Seats: seats, Form: pisyedili.GameForm_GAME_FORM_OPAQUE, Include: include,
	})
	if err != nil {
		return err
	}
	tell(dealt)
	if err := moveTooEarly(ctx, games, dealt, seats); err != nil {
		return err
	}
	last, err := playRound(ctx, games, dealt)
	for err == nil && !matchOver(last) {
		last, err = nextRound(ctx, games, last)
	}
	if err != nil {
		return err
	}
	return tellStandings(ctx, games, last)
}

func nextRound(ctx context.Context, games pisyedili.GameServiceClient, over table) (table, error) {
	dealt, err := games.StartRound(ctx, &pisyedili.StartRoundRequest{Game: over.GetGame(), Include: include})
	if err != nil {
		return nil, err
	}
	tell(dealt)
	return playRound(ctx, games, dealt)
}

// playRound plays until no move is left, and returns the last answer.
func playRound(ctx context.Context, games pisyedili.GameServiceClient, now table) (table, error) {
	for legal := now.GetLegal(); len(legal.GetMoves()) > 0; legal = now.GetLegal() {
		move := pick(legal.GetMoves())
		move.Ply = &legal.Ply
		next, err := makeMove(ctx, games, now, legal.GetSeat(), move)
		if err != nil {
			return nil, err
		}
		tell(next)
		now = next
	}
	return now, nil
}

func makeMove(
	ctx context.Context, games pisyedili.GameServiceClient, now table, seat uint32, move *pisyedili.Move,
) (*pisyedili.ApplyMoveResponse, error) {
	return games.ApplyMove(ctx, &pisyedili.ApplyMoveRequest{
		Game: now.GetGame(), Seat: &seat, Move: move, Include: include,
	})
}

// moveTooEarly lets a seat move that is not on turn: it is refused, and the game is as it was.
func moveTooEarly(ctx context.Context, games pisyedili.GameServiceClient, now table, seats uint32) error {
	legal := now.GetLegal()
	_, err := makeMove(ctx, games, now, (legal.GetSeat()+1)%seats, pick(legal.GetMoves()))
	if reasonOf(err) != pisyedili.ErrorReason_ERROR_REASON_OUT_OF_TURN {
		return err
	}
	fmt.Println("refused:", status.Convert(err).Message())
	return nil
}

func tellStandings(ctx context.Context, games pisyedili.GameServiceClient, over table) error {
	answer, err := games.ScoreGame(ctx, &pisyedili.ScoreGameRequest{Game: over.GetGame()})
	if err != nil {
		return err
	}
	standings := answer.GetScores().GetStandings()
	slices.SortStableFunc(standings, func(a, b *pisyedili.Standing) int {
		return cmp.Compare(a.GetRank(), b.GetRank())
	})
	for _, team := range standings {
		fmt.Printf("%d. %s: %d points\n", team.GetRank(), seatsText(team.GetSeats()), team.GetTotal())
	}
	return nil
}

func tell(now table) {
	for _, event := range now.GetEvents() {
		fmt.Println(eventText(event))
	}
}

func matchOver(now table) bool {
	return slices.ContainsFunc(now.GetEvents(), func(event *pisyedili.Event) bool {
		return event.GetMatchEnded() != nil
	})
}

func pick(moves []*pisyedili.Move) *pisyedili.Move {
	return moves[rand.IntN(len(moves))]
}

// explain names a failed call's code and reason before its message, which says expected and got.
func explain(err error) string {
	failed, ok := status.FromError(err)
	if !ok {
		return err.Error()
	}
	return fmt.Sprintf("%s %s: %s", failed.Code(), reasonOf(err), failed.Message())
}
