import type {TestType} from '../../contract/enums.ts';
import {refusedNetworks} from '../domain/refused-networks.ts';
import {createBackendRunner} from '../runners/backend.ts';
import {hasOwnNetwork} from '../runners/sandbox.ts';
import {createFrontend, isFrontendOff} from './frontend.ts';
import type {Base} from './open-base.ts';
import {openGate} from './open-gate.ts';
import {type ProcessOptions, slotsOf} from './process-settings.ts';
import type {ReleaseStack} from './release-stack.ts';
import {type RunnerHealth, watchRunner} from './runner-health.ts';

/** What executes tests in a process. */
export type Runners = Awaited<ReturnType<typeof startRunners>>;

/** Puts the runners of code and of plans together; they start what they need with their first test. */
export async function startRunners(
	{paths, config, settings, passingBox, elapsedMs, now}: Base,
	options: ProcessOptions,
	releases: ReleaseStack,
) {
	const {env, dataDir} = options;
	/** Where this service listens: no page of a test may go there. */
	const ownPorts: number[] = [];
	const maxParallel = Math.max(1, slotsOf(options));
	const sandbox = options.sandbox ?? config.sandbox ?? 'auto';
	const network = hasOwnNetwork(sandbox, settings.targetPolicy) ? await openGate(paths.gate, 'public') : null;
	if (network) releases.add(() => network.close());
	const backend = createBackendRunner({
		gate: network?.path ?? null,
		box: passingBox,
		scratchDir: paths.scratch,
		dataDir,
		env,
		maxParallel,
		sandbox,
		// Asking before each connection costs a test 8 % of its CPU time, so only where private networks are refused.
		refusedNetworks: settings.targetPolicy === 'public' ? refusedNetworks('public') : [],
		now,
	});
	releases.add(() => backend.stop());
	const frontend = createFrontend({
		folder: paths.browser,
		env,
		refusedPorts: () => ownPorts,
		maxParallel,
		mayVisitPrivate: settings.targetPolicy === 'private',
		elapsedMs,
		now,
	});
	releases.add(() => frontend.runner.stop());
	const health: Record<TestType, RunnerHealth> = {
		backend: watchRunner(backend, elapsedMs),
		frontend: watchRunner(
			isFrontendOff(env) ? {check: async () => ({ok: false, detail: 'SVC_FRONTEND is off'})} : frontend.runner,
			elapsedMs,
		),
	};
	return {backend, frontend, health, ownPorts};
}
