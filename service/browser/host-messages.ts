import type {FrontendJob, FrontendOutcome, StepOutcome} from './frontend-job.ts';
import type {SiteJob, SiteOutcome, SiteProgress} from './site-job.ts';

/** What the service tells the browser host over the channel of the process (structured clone, so bytes stay bytes). */
export type HostOrder =
	| {order: 'run'; job: FrontendJob; refusedPorts: number[]}
	| {order: 'read_site'; job: SiteJob; refusedPorts: number[]}
	| {order: 'cancel'; id: string}
	/** Ends all runs and leaves. */
	| {order: 'stop'};

/** What the host tells; `id` is the `executionId`, of a site that of its `plan`. */
export type HostEvent =
	| {event: 'ready'}
	| {event: 'step_start'; id: string; stepIndex: number}
	| {event: 'step_end'; id: string; step: StepOutcome}
	| {event: 'end'; id: string; outcome: FrontendOutcome}
	| {event: 'site_progress'; id: string; progress: SiteProgress}
	| {event: 'site_end'; id: string; outcome: SiteOutcome};

/** Handed to the host once, as its only argument. */
export type HostSettings = {
	binary: string;
	/** Folder for what the browser writes; the host makes its own, named by its process id, below it. */
	folder: string;
};
