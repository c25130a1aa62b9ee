import type {Evidence, FailureContext} from '../../contract/result.ts';
import {codeFile, evidenceFile, isEvidenceKind, stepFile, stepNumber, videoFile} from './bundle-files.ts';

/** One file of a bundle and where its content comes from. */
type BundleEntry = {name: string} & (
	| {from: 'json'; value: unknown}
	| {from: 'text'; text: string}
	| {from: 'download'; url: string}
	/** The snapshot of another entry, as text. */
	| {from: 'snapshot'; file: string}
);

/** Every file of a bundle but its identity card, in the order in which they are written. */
export function bundleEntries(context: FailureContext): BundleEntry[] {
	const {result, steps, failure} = context;
	const media = result.videoUrl === null ? [] : [download(videoFile(result.videoUrl), result.videoUrl)];
	const ofSteps = steps.flatMap(stepEntries);
	const entries: BundleEntry[] = [
		{name: 'result.json', from: 'json', value: result},
		{name: 'steps.json', from: 'json', value: steps},
		{name: 'failure.json', from: 'json', value: failure},
		codeEntry(context.code),
		...media,
		...ofSteps,
		...evidenceEntries(failure.evidence, ofSteps),
	];
	// Two rows of one step would have one name; the first keeps it.
	return entries.filter(({name}, index) => entries.findIndex(other => other.name === name) === index);
}

const download = (name: string, url: string): BundleEntry => ({name, from: 'download', url});

/** "A `code` value that begins with `https://`" is an address. */
function codeEntry({code, language}: FailureContext['code']): BundleEntry {
	const name = codeFile(language);
	return code?.startsWith('https://') ? download(name, code) : {name, from: 'text', text: code ?? ''};
}

function stepEntries({stepIndex, screenshotUrl, htmlSnapshotUrl}: FailureContext['steps'][number]): BundleEntry[] {
	const snapshot = stepFile(stepIndex, 'snapshot.html');
	return [
		...(screenshotUrl ? [download(stepFile(stepIndex, 'screenshot.png'), screenshotUrl)] : []),
		...(htmlSnapshotUrl
			? [
					download(snapshot, htmlSnapshotUrl),
					{name: stepFile(stepIndex, 'snapshot.txt'), from: 'snapshot', file: snapshot} as const,
				]
			: []),
	];
}

type IndexItem = {kind: string; stepIndex: number; summary: string; path: string};

/** Evidence that is not already there as a step's picture or snapshot, and the index of all evidence of each step. */
function evidenceEntries(evidence: readonly Evidence[], ofSteps: readonly BundleEntry[]): BundleEntry[] {
	const paths = new Map(ofSteps.flatMap(entry => (entry.from === 'download' ? [[entry.url, entry.name]] : [])));
	const ordinals = new Map<string, number>();
	const index = new Map<number, IndexItem[]>();
	const downloads: BundleEntry[] = [];
	for (const {kind, stepIndex, summary, url} of evidence) {
		if (!isEvidenceKind(kind)) continue;
		let path = paths.get(url);
		if (path === undefined) {
			const counted = `${stepNumber(stepIndex)}-${kind}`;
			const ordinal = ordinals.get(counted) ?? 0;
			ordinals.set(counted, ordinal + 1);
			path = evidenceFile(stepIndex, kind, ordinal);
			downloads.push(download(path, url));
			paths.set(url, path);
		}
		index.set(stepIndex, [...(index.get(stepIndex) ?? []), {kind, stepIndex, summary, path}]);
	}
	return [
		...downloads,
		...[...index].map(([step, value]): BundleEntry => ({name: stepFile(step, 'evidence.json'), from: 'json', value})),
	];
}
