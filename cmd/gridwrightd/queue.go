package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/fleet"
	"github.com/gridwright/gridwright/internal/fleet/queue"
	"github.com/gridwright/gridwright/internal/listen"
)

const queueLong = `queue runs a queue for batches and workers on many machines: a NATS server with
JetStream, which keeps everything in a folder. Whoever has such a server already needs none of ours.

It answers this machine alone unless --addr says otherwise; give it a token (in the environment:
GRIDWRIGHT_NATS_TOKEN) and TLS before others can reach it. Three servers that know each other by
--cluster and --routes keep everything three times with --replicas 3, and one of them may be lost.`

func (p *program) queueCommand() *cobra.Command {
	c := &cobra.Command{Use: "queue", Short: "Run a queue for batches and workers", Long: queueLong, Args: noArgs}
	q := queue.Config{}
	flags := c.Flags()
	flags.SortFlags = false
	flags.StringVar(&q.Addr, "addr", "127.0.0.1:4222", "listen at `HOST:PORT`; port 0 picks one")
	flags.StringVar(&q.Store, "store", "", "keep everything in this `folder`")
	flags.DurationVar(&q.SyncEvery, "sync", 0, "write to the disk itself every so often; 0: before each answer. This is "+
		"for machines that lose their power: a killed queue loses nothing")
	maxStore := exit.Size(0)
	flags.Var(&maxStore, "max-store", "take no more than this of the disk (0: what there is)")
	flags.StringVar(&q.Name, "name", "", "the name of this server in a cluster")
	flags.StringVar(&q.Cluster, "cluster", "", "listen at `HOST:PORT` for the other servers of a cluster")
	flags.StringVar(&q.Advertise, "cluster-advertise", "", "where the others find this server, when not at --cluster")
	flags.StringVar(&q.ClusterName, "cluster-name", "gridwright", "the name of the cluster, the same for all its servers")
	flags.StringSliceVar(&q.Routes, "routes", nil, "`URLs` of the other servers, nats://HOST:PORT, with commas")
	flags.IntVar(&q.Fleet.Replicas, "replicas", 1, "keep everything so many times: 3 in a cluster of three")
	flags.DurationVar(&q.Fleet.AckWait, "ack-wait", 30*time.Second, "give a chunk to another worker when its own has "+
		"not been heard for this time")
	flags.StringVar(&q.TLSCert, "tls-cert", "", "a `file` with the certificate to show, in PEM")
	flags.StringVar(&q.TLSKey, "tls-key", "", "the `file` with its key")
	flags.StringVar(&q.ClientCA, "tls-ca", "", "a `file` of certificates in PEM: clients have to show one that these sign")
	flags.StringVar(&q.Monitor, "monitor", "", "serve the server's own monitoring at `HOST:PORT`, for autoscalers")
	metrics := flags.String("metrics", "", "serve metrics at `HOST:PORT`, path /metrics")
	verbose := flags.BoolP("verbose", "v", false, "say more")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if q.Fleet.Replicas < 1 || q.Fleet.Replicas > 5 || q.SyncEvery < 0 || q.Fleet.AckWait < time.Second ||
			q.Fleet.AckWait > time.Hour {
			return exit.Usagef("--replicas is 1 to 5, --ack-wait 1s to 1h, and --sync not negative")
		}
		q.MaxStore, q.Token, q.Log = int64(maxStore), os.Getenv(fleet.EnvToken), p.logger(*verbose)
		if err := metricsAddress(*metrics); err != nil {
			return err
		}
		if err := q.Check(); err != nil {
			return exit.Usagef("%v", err)
		}
		heavy := make([]byte, ballast)
		defer runtime.KeepAlive(heavy)
		s, err := queue.Start(c.Context(), q)
		if err != nil {
			return err
		}
		defer s.Stop()
		fmt.Fprintf(p.out, "%s: %s\n", prog, s.URL())
		return p.withMetrics(c.Context(), *metrics, fleet.Gauge{JS: s.JetStream()}.Write, func(ctx context.Context) error {
			if err := s.Prepare(ctx, q.Fleet); err == nil {
				q.Log.Info("ready")
			}
			<-ctx.Done()
			return nil
		})
	}
	c.AddCommand(p.queueListCommand(), p.queueRemoveCommand())
	return c
}

// onQueue makes a command that asks a queue something and ends.
func (p *program) onQueue(c *cobra.Command, f func(ctx context.Context, d *fleet.Dial, args []string) error) {
	d := &fleet.Dial{URL: "nats://127.0.0.1:4222", Name: "queue " + c.Name()}
	c.Flags().SortFlags = false
	d.Flags(c.Flags())
	wait := c.Flags().Duration("wait", 10*time.Second, "wait so long for the queue")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := d.Check(); err != nil {
			return exit.Usagef("%v", err)
		}
		d.Log = p.logger(false)
		ctx, cancel := context.WithTimeout(c.Context(), *wait)
		defer cancel()
		err := f(ctx, d, args)
		if c.Context().Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("the queue has not answered for %v", *wait)
		}
		return err
	}
}

func (p *program) queueListCommand() *cobra.Command {
	c := &cobra.Command{Use: "ls", Short: "List the batches that a queue holds something of", Args: noArgs}
	p.onQueue(c, func(ctx context.Context, d *fleet.Dial, _ []string) error {
		js, err := d.Connect(ctx, func() {})
		if err != nil {
			return err
		}
		defer js.Conn().Close()
		all, err := fleet.List(ctx, js)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "BATCH\tSINCE\tCLIENT\tCHUNKS TO DO\tRESULTS\tFROM\tWHAT")
		for _, l := range all {
			client := "gone"
			if l.Attended {
				client = "there"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%q\t%q\n", l.ID, l.Since.UTC().Format(time.DateTime), client, l.Waiting,
				l.Results, l.Host, l.About)
		}
		return w.Flush()
	})
	return c
}

func (p *program) queueRemoveCommand() *cobra.Command {
	c := &cobra.Command{Use: "rm BATCH...", Short: "Take batches out of a queue, with their results",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return exit.Usagef("rm takes the names of batches, as ls prints them")
			}
			return nil
		}}
	p.onQueue(c, func(ctx context.Context, d *fleet.Dial, args []string) error {
		js, err := d.Connect(ctx, func() {})
		if err != nil {
			return err
		}
		defer js.Conn().Close()
		for _, id := range args {
			there, err := fleet.Remove(ctx, js, id)
			if err != nil {
				return err
			}
			if !there {
				return exit.Usagef("there is no batch %.100q; \"queue ls\" lists those that are there", id)
			}
			fmt.Fprintf(p.out, "%s is taken out\n", id)
		}
		return nil
	})
	return c
}

// metricsAddress looks at --metrics, which may be left out.
func metricsAddress(addr string) error {
	if addr == "" {
		return nil
	}
	if _, _, err := listen.Address("--metrics", addr, "127.0.0.1:9104"); err != nil {
		return exit.Usagef("%v", err)
	}
	return nil
}

// withMetrics runs f beside a server for metrics, where there is to be one. Either ends the other.
func (p *program) withMetrics(ctx context.Context, addr string, write func(context.Context, io.Writer) error,
	f func(context.Context) error) error {
	if addr == "" {
		return f(ctx)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	served := make(chan error, 1)
	go func() {
		defer stop()
		served <- fleet.Serve(ctx, addr, write, func(at string) { fmt.Fprintf(p.out, "%s: http://%s/metrics\n", prog, at) })
	}()
	err := f(ctx)
	stop()
	return errors.Join(<-served, err)
}
