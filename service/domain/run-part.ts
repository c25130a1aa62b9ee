/** A stored part of a run that can be fetched by itself: nothing is kept in files beside the store. */
export type RunPart = {kind: 'trace'} | {kind: 'output'} | {kind: 'code'} | {kind: 'call'; seq: number};

const form = /^ast_([0-9a-z]+)_(?:(trace|output|code)|call_(\d{1,9}))$/;

/** `ast_<id of the run>_call_3`: names the run and the part, safe as one path segment. */
export function assetIdOf(runId: string, part: RunPart): string {
	const name = part.kind === 'call' ? `call_${part.seq}` : part.kind;
	return `ast_${runId.replace(/^run_/, '')}_${name}`;
}

/** The run and the part that an asset id names; null when it is none. */
export function readAssetId(assetId: string): {runId: string; part: RunPart} | null {
	const found = form.exec(assetId);
	if (!found) return null;
	const [, run, name, seq] = found;
	const part: RunPart =
		seq === undefined ? {kind: name as 'trace' | 'output' | 'code'} : {kind: 'call', seq: Number(seq)};
	return {runId: `run_${run}`, part};
}
