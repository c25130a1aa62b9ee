import {monitorEventLoopDelay} from 'node:perf_hooks';
import {Counter, Gauge, Histogram, Registry} from 'prom-client';
import {batchPhases, testTypes} from '../../contract/enums.ts';
import {loginOutcomes} from '../domain/tally.ts';
import {countCharges, countCleanupOutcomes, countFires} from '../store/cleanup/count-outcomes.ts';
import {readEndedRuns} from '../store/runs/earlier-runs.ts';
import {countInFlight} from '../store/runs/in-flight.ts';
import type {LimitScope} from './rate-limits.ts';
import type {Services} from './services.ts';

/** What the service counts about itself, in Prometheus' text format 0.0.4. */
export type Metrics = {
	countRequest(labels: {method: string; route: string; status: string}, seconds: number): void;
	countRefusal(scope: LimitScope): void;
	contentType: string;
	/** Reads the gauges now and writes everything. */
	text(): Promise<string>;
};

const readAtOnce = 500;
const delayResolutionMs = 20;

/** Phases of a batch that has not ended. */
const openPhases = batchPhases.filter(phase => phase !== 'done');

export function createMetrics({
	database,
	settings,
	newId,
	takeTally,
}: Pick<Services, 'database' | 'settings' | 'newId' | 'takeTally'>): Metrics {
	const registry = new Registry();
	const registers = [registry];
	const requestLabels = ['method', 'route', 'status'] as const;
	const requests = new Counter({
		name: 'svc_http_requests_total',
		help: 'Answered HTTP requests.',
		labelNames: requestLabels,
		registers,
	});
	const durations = new Histogram({
		name: 'svc_http_request_duration_seconds',
		help: 'Time from the first byte of a request to the end of its answer; held requests included.',
		labelNames: requestLabels,
		buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
		registers,
	});
	const refusals = new Counter({
		name: 'svc_rate_limited_total',
		help: 'Requests refused by a rate limit.',
		labelNames: ['scope'],
		registers,
	});
	const runLabels = ['type', 'source', 'status'] as const;
	const runs = new Counter({name: 'svc_runs_total', help: 'Runs that have ended.', labelNames: runLabels, registers});
	const runDurations = new Histogram({
		name: 'svc_run_duration_seconds',
		help: 'Time from the start of the last execution of a run to its end.',
		labelNames: runLabels,
		buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600],
		registers,
	});
	const runsInFlight = new Gauge({
		name: 'svc_runs_in_flight',
		help: 'Runs that are executing.',
		labelNames: ['type'],
		registers,
	});
	const queueDepth = new Gauge({name: 'svc_queue_depth', help: 'Runs that wait for a free slot.', registers});
	const batchesInFlight = new Gauge({
		name: 'svc_batches_in_flight',
		help: 'Batches that have not ended.',
		labelNames: ['phase'],
		registers,
	});
	const cleanupResources = new Counter({
		name: 'svc_cleanup_resources_total',
		help: 'Records that batches have created, by what has become of them; counted once, after the batch.',
		labelNames: ['outcome'],
		registers,
	});
	const refreshes = new Counter({
		name: 'svc_auth_refreshes_total',
		help: 'Logins for batches: before them, in long ones and in their cleanup.',
		labelNames: ['outcome'],
		registers,
	});
	const fires = new Counter({
		name: 'svc_schedule_fires_total',
		help: 'Fires of schedules: started, or why they were skipped.',
		labelNames: ['outcome'],
		registers,
	});
	const charges = new Counter({
		name: 'svc_credits_charged_total',
		help: 'Credits charged.',
		labelNames: ['kind'],
		registers,
	});
	new Gauge({name: 'svc_build_info', help: 'Version of the service.', labelNames: ['version'], registers}).set(
		{version: settings.version},
		1,
	);

	// Begins with the first reading: a service that nobody watches is not woken by it.
	const delays = monitorEventLoopDelay({resolution: delayResolutionMs});
	const loopDelay = new Gauge({
		name: 'svc_event_loop_delay_seconds',
		help: 'How long the service was busy before it turned to the next thing, since the last reading.',
		labelNames: ['quantile'],
		registers,
	});

	function readDelays(): void {
		// An interval that is never late measures its own length.
		const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - delayResolutionMs / 1000);
		if (!delays.enable()) {
			loopDelay.set({quantile: '0.5'}, seconds(delays.percentile(50)));
			loopDelay.set({quantile: '0.99'}, seconds(delays.percentile(99)));
			loopDelay.set({quantile: '1'}, seconds(delays.max));
		}
		delays.reset();
	}

	/** What was booked and fired up to here is counted, or was before this process. */
	let lastEntry = newId('led');
	let lastFire = newId('srn');

	async function countTally(): Promise<void> {
		const {runIds, batchIds, logins} = takeTally();
		for (const ids of portions(runIds))
			for (const run of await readEndedRuns(database, ids)) {
				const labels = {type: run.type, source: run.source, status: run.status};
				runs.inc(labels);
				if (run.started_at !== null && run.finished_at !== null)
					runDurations.observe(labels, (run.finished_at - run.started_at) / 1000);
			}
		for (const ids of portions(batchIds))
			for (const {outcome, count} of await countCleanupOutcomes(database, ids)) cleanupResources.inc({outcome}, count);
		for (const outcome of loginOutcomes) refreshes.inc({outcome}, logins[outcome]);
	}

	async function countEntries(): Promise<void> {
		for (const {kind, charged, last} of await countCharges(database, lastEntry)) {
			charges.inc({kind}, -charged / 100);
			if (last > lastEntry) lastEntry = last;
		}
		for (const {skippedReason, count, last} of await countFires(database, lastFire)) {
			fires.inc({outcome: skippedReason ?? 'started'}, count);
			if (last > lastFire) lastFire = last;
		}
	}

	return {
		countRequest(labels, seconds) {
			requests.inc(labels);
			durations.observe(labels, seconds);
		},
		countRefusal: scope => refusals.inc({scope}),
		contentType: registry.contentType,
		async text() {
			const inFlight = await countInFlight(database);
			for (const type of testTypes) runsInFlight.set({type}, inFlight.running[type]);
			for (const phase of openPhases) batchesInFlight.set({phase}, inFlight.batches[phase]);
			queueDepth.set(inFlight.queued);
			readDelays();
			await countTally();
			await countEntries();
			return registry.metrics();
		},
	};
}

function* portions(ids: readonly string[]): Generator<string[]> {
	for (let from = 0; from < ids.length; from += readAtOnce) yield ids.slice(from, from + readAtOnce);
}
