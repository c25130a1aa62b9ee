import type {FailureKind} from '../../../contract/enums.ts';
import type {StepFailure} from '../frontend-job.ts';
import type {Box, Look} from '../page/look.ts';
import type {Refusal} from '../filter-proxy.ts';

type Facts = Partial<
	Pick<StepFailure, 'target' | 'nearest' | 'coveredBy' | 'invalidFields' | 'expected' | 'actual' | 'documentStatus'>
>;

type Verdict = {status: 'failed' | 'blocked'; failureKind: FailureKind};

/** What a failure means for the run when nothing else is said. */
const verdicts: Record<StepFailure['case'], Verdict> = {
	not_read: {status: 'blocked', failureKind: 'unknown'},
	needs_value: {status: 'blocked', failureKind: 'unknown'},
	ambiguous: {status: 'blocked', failureKind: 'unknown'},
	no_variable: {status: 'blocked', failureKind: 'unknown'},
	not_found: {status: 'failed', failureKind: 'assertion_blocked'},
	hidden: {status: 'failed', failureKind: 'assertion_blocked'},
	covered: {status: 'failed', failureKind: 'assertion_blocked'},
	disabled: {status: 'failed', failureKind: 'assertion_blocked'},
	not_editable: {status: 'failed', failureKind: 'assertion_blocked'},
	no_effect: {status: 'failed', failureKind: 'assertion_blocked'},
	dialog: {status: 'failed', failureKind: 'assertion_blocked'},
	download: {status: 'failed', failureKind: 'assertion_blocked'},
	login: {status: 'failed', failureKind: 'assertion_blocked'},
	assertion: {status: 'failed', failureKind: 'assertion'},
	navigation: {status: 'failed', failureKind: 'network'},
	refused_address: {status: 'blocked', failureKind: 'network'},
	timeout: {status: 'failed', failureKind: 'timeout'},
	crash: {status: 'blocked', failureKind: 'browser_crash'},
};

/** A step that did not do what it says, and why, as data. */
export class StepFailed extends Error {
	readonly case: StepFailure['case'];
	readonly facts: Facts;
	readonly verdict: Verdict;
	/** What the picture outlines. */
	readonly box: Box | null;

	constructor({
		message,
		verdict,
		box,
		...rest
	}: Facts & {case: StepFailure['case']; message: string; verdict?: Verdict; box?: Box | null}) {
		super(message);
		const {case: which, ...facts} = rest;
		this.case = which;
		this.facts = facts;
		this.verdict = verdict ?? verdicts[which];
		this.box = box ?? null;
	}
}

/** What the target rule says of a host, as the end of a sentence. */
export const whyRefused = ({host, port, rule}: Refusal): string =>
	rule === 'own_service'
		? `${host}:${port} is this service itself`
		: `${host} is, or leads to, a private or metadata address, which this service does not test`;

/** The target, else what comes nearest to it. */
export function outlinedBox(failure: StepFailed, look: Look | null): Box | null {
	if (failure.box) return failure.box;
	const [nearest] = failure.facts.nearest ?? [];
	if (!nearest || nearest.score < 0.5) return null;
	return look?.elements.find(one => one.role === nearest.role && one.name === nearest.name)?.box ?? null;
}
