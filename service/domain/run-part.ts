import type {RunId} from '../../contract/ids.ts';

/** What a step of a plan shows that can be fetched by itself. */
const stepParts = ['picture', 'html', 'outline', 'console', 'network', 'log'] as const;
export type StepPart = (typeof stepParts)[number];

/** A stored part of a run that can be fetched by itself: nothing is kept in files beside the store. */
export type RunPart =
	| {kind: 'trace'}
	| {kind: 'output'}
	| {kind: 'code'}
	/** What a test replays. */
	| {kind: 'script'}
	| {kind: 'call'; seq: number}
	/** `index` from 1. */
	| {kind: 'step'; index: number; name: StepPart};

const form = new RegExp(
	`^ast_([0-9a-z]+)_(?:(trace|output|code|script)|call_(\\d{1,9})|step_(\\d{1,4})_(${stepParts.join('|')}))$`,
);

/** `ast_<id of the run>_call_3`: names the run and the part, safe as one path segment. */
export function assetIdOf(runId: RunId, part: RunPart): string {
	return `ast_${runId.replace(/^run_/, '')}_${nameOf(part)}`;
}

function nameOf(part: RunPart): string {
	if (part.kind === 'call') return `call_${part.seq}`;
	return part.kind === 'step' ? `step_${part.index}_${part.name}` : part.kind;
}

/** The run and the part that an asset id names; null when it is none. */
export function readAssetId(assetId: string): {runId: RunId; part: RunPart} | null {
	const found = form.exec(assetId);
	if (!found) return null;
	const [, run, name, seq, index, stepPart] = found;
	const runId = `run_${run}`;
	if (seq !== undefined) return {runId, part: {kind: 'call', seq: Number(seq)}};
	if (index !== undefined) return {runId, part: {kind: 'step', index: Number(index), name: stepPart as StepPart}};
	return {runId, part: {kind: name as 'trace' | 'output' | 'code' | 'script'}};
}
