package main

import (
	"context"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/health" // lets the channel ask each server whether it serves
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	pisyedili "pisyedili/v1"
)

// deadline is how long a call may take, its retries included.
const deadline = 10 * time.Second

// serviceConfig lets calls go round all servers that say they serve, and makes them again when a
// server goes: every call may be repeated, since the engine remembers nothing.
const serviceConfig = `{
	"loadBalancingConfig": [{"round_robin": {}}],
	"healthCheckConfig": {"serviceName": ""},
	"methodConfig": [{
		"name": [{}],
		"waitForReady": true,
		"retryPolicy": {
			"maxAttempts": 5,
			"initialBackoff": "0.1s",
			"maxBackoff": "2s",
			"backoffMultiplier": 3,
			"retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"]
		}
	}]
}`

// connect returns a channel to the engine; target is a name of gRPC's, such as
// "localhost:50051" or "dns:///pisyedili:50051".
func connect(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithDisableServiceConfig(),
		grpc.WithUnaryInterceptor(withDeadline),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second},
			MinConnectTimeout: deadline,
		}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			// Ten seconds is the least that grpc-go takes.
			Time: 10 * time.Second, Timeout: 3 * time.Second, PermitWithoutStream: true,
		}),
	)
}

func withDeadline(
	ctx context.Context, method string, request, answer any,
	conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	return invoke(ctx, method, request, answer, conn, options...)
}

// reasonOf returns why a call failed, as the contract names it; unspecified where the engine gave
// no reason, or one of a newer release.
func reasonOf(err error) pisyedili.ErrorReason {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok && info.GetDomain() == "pisyedili" {
			return pisyedili.ErrorReason(pisyedili.ErrorReason_value[info.GetReason()])
		}
	}
	return pisyedili.ErrorReason_ERROR_REASON_UNSPECIFIED
}
