import type {BatchId, RunId, TestId} from '../../contract/ids.ts';
import type {Variable} from '../../contract/variable.ts';
import {bareName} from '../domain/variable-links.ts';
import {plannedTestId} from '../domain/cleanup.ts';
import {labelOf} from '../domain/run-state.ts';
import {isTerminal} from '../../contract/enums.ts';
import {timestamp} from '../domain/timestamp.ts';
import {isTeardown} from '../graph/plan-test.ts';
import type {VariableRows, VariableRun} from '../store/captures/read-variables.ts';
import {singular, wordsOf} from '../inference/word-form.ts';
import {isCredential, valuePreview} from './value-preview.ts';
import {variableIdOf} from './view-ids.ts';
import {pushTo} from '../domain/push-to.ts';

type Consumer = VariableRun;
/** A name and the test that gives it to `consumers`. */
type Entry = {name: string; producerId: string | null; runId: RunId | null; consumers: Consumer[]};

/** A named value with what lists choose and sort by; the rest is worked out for those that are shown. */
export type VariableSketch = Pick<Variable, 'name' | 'deletedBy' | 'cleanupOutcome'> & {
	/** Of its source; null without one. */
	sourceTitle: string | null;
	/** Number of consumers. */
	usedBy: number;
	/** The same for the same name and producer. */
	key: string;
	whole(): Variable;
};

/** Every named value of a batch, in the byte order of the names. */
export function variablesOf(rows: VariableRows): VariableSketch[] {
	const index = indexOf(rows);
	const entries = entriesOf(rows, index);
	const spellings = groupBy([...new Set(entries.map(({name}) => name))], bareName);
	return entries
		.map((entry): VariableSketch => {
			const {name, producerId, runId, consumers} = entry;
			const run = runId === null ? undefined : index.runs.get(runId);
			const resource = run && index.resources.get(keyOf(run.id, name));
			const deletedBy = deleterOf(entry, resource, index);
			return {
				name,
				deletedBy,
				cleanupOutcome: resource?.outcome ?? null,
				sourceTitle: producerId === null ? null : (run?.name ?? index.titles.get(producerId) ?? producerId),
				usedBy: consumers.filter(({test_id}) => test_id !== deletedBy?.testId).length,
				key: `${name} ${producerId ?? ''}`,
				whole: () => variableOf(entry, deletedBy, rows.batch.id, index, spellings),
			};
		})
		.sort((a, b) => compare(a.key, b.key));
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Index = {
	runs: ReadonlyMap<string, VariableRun>;
	runOfTest: ReadonlyMap<string, VariableRun>;
	/** Tests that declare or produced a name, oldest first. */
	producers: ReadonlyMap<string, Array<{testId: TestId; title: string}>>;
	titles: ReadonlyMap<string, string>;
	captures: ReadonlyMap<string, VariableRows['captures'][number]>;
	places: ReadonlyMap<string, VariableRows['places'][number]>;
	resources: ReadonlyMap<string, VariableRows['resources'][number]>;
	cleanupTests: ReadonlyMap<string, VariableRows['cleanupTests'][number]>;
};

const keyOf = (runId: RunId, name: string) => `${runId} ${name}`;

function indexOf(rows: VariableRows): Index {
	const {batch, runs} = rows;
	const own = runs.filter(({batch_id}) => batch_id === batch.id);
	const titles = new Map(rows.producers.map(({id, name}) => [id, name]));
	const producers = new Map<string, Array<{testId: TestId; title: string}>>();
	const add = (name: string, testId: TestId, title: string) => {
		const known = producers.get(name);
		if (!known) producers.set(name, [{testId, title}]);
		else if (!known.some(one => one.testId === testId)) known.push({testId, title});
	};
	for (const {id, name: title, produces, category} of rows.producers) {
		if (isTeardown({category})) continue;
		for (const name of JSON.parse(produces) as string[]) add(name, id, title);
	}
	const byId = new Map(runs.map(run => [run.id, run]));
	for (const run of own) {
		titles.set(run.test_id, run.name);
		for (const name of JSON.parse(run.produces) as string[]) add(name, run.test_id, run.name);
	}
	for (const {run_id, name} of rows.captures) {
		const run = byId.get(run_id);
		if (run?.batch_id === batch.id) add(name, run.test_id, run.name);
	}
	return {
		runs: byId,
		runOfTest: new Map(own.map(run => [run.test_id, run])),
		producers,
		titles,
		captures: new Map(rows.captures.map(one => [keyOf(one.run_id, one.name), one])),
		places: new Map(rows.places.map(one => [keyOf(one.run_id, one.name), one])),
		resources: new Map(rows.resources.map(one => [keyOf(one.run_id, one.variable), one])),
		cleanupTests: new Map(rows.cleanupTests.map(one => [one.id, one])),
	};
}

/**
 * One entry per name and producer that feeds somebody; a name that feeds nobody has the producer that would be chosen,
 * the oldest.
 */
function entriesOf(rows: VariableRows, {runs, runOfTest, producers}: Index): Entry[] {
	const entries = new Map<string, Entry>();
	const fed = new Set<string>();
	for (const {to_run_id, variable, from_run_id, from_test_id} of rows.edges) {
		const consumer = runs.get(to_run_id);
		if (!consumer) continue;
		const key = `${variable} ${from_test_id ?? ''}`;
		const entry = entries.get(key) ?? {name: variable, producerId: from_test_id, runId: from_run_id, consumers: []};
		entry.consumers.push(consumer);
		entry.runId ??= from_run_id;
		entries.set(key, entry);
		fed.add(variable);
	}
	for (const [name, tests] of producers) {
		if (fed.has(name)) continue;
		const first = tests.find(({testId}) => runOfTest.has(testId));
		// Nobody in this batch produces or needs it.
		if (!first) continue;
		const runId = runOfTest.get(first.testId)!.id;
		entries.set(`${name} ${first.testId}`, {name, producerId: first.testId, runId, consumers: []});
	}
	return [...entries.values()];
}

function variableOf(
	entry: Entry,
	deletedBy: Variable['deletedBy'],
	batchId: BatchId,
	index: Index,
	spellings: ReadonlyMap<string, string[]>,
): Variable {
	const {name, producerId, runId} = entry;
	const run = runId === null ? undefined : index.runs.get(runId);
	const capture = run && index.captures.get(keyOf(run.id, name));
	const isCaptured = capture !== undefined && capture.published === 1;
	const place = run && index.places.get(keyOf(run.id, name));
	const resource = run && index.resources.get(keyOf(run.id, name));
	const secret = isCredential(name, isCaptured ? capture.value : null);
	const tag = secret ? 'token' : tagOf(resource?.family);
	const consumers = entry.consumers.filter(({test_id}) => test_id !== deletedBy?.testId);
	return {
		variableId: variableIdOf(batchId, name, producerId),
		name,
		tag,
		state: isCaptured ? 'captured' : run && !isTerminal(run.status) ? 'pending' : 'missing',
		...(isCaptured ? valuePreview(capture.value, secret) : {value: null, valueType: null}),
		secret,
		source:
			producerId === null
				? null
				: {
						testId: producerId,
						title: run?.name ?? index.titles.get(producerId) ?? producerId,
						runId: run?.id ?? null,
						label: run ? labelOf(run.status, run.skipped === 1) : null,
					},
		otherSources: (index.producers.get(name) ?? []).filter(({testId}) => testId !== producerId),
		nearMisses: (spellings.get(bareName(name)) ?? []).filter(other => other !== name).sort(compare),
		capturedFrom: isCaptured && place?.location ? {location: place.location, path: place.path ?? ''} : null,
		capturedAt: isCaptured ? timestamp(capture.created_at) : null,
		usedBy: consumers.map(one => ({
			testId: one.test_id,
			title: one.name,
			label: labelOf(one.status, one.skipped === 1),
		})),
		cleanupRelevant: deletedBy !== null,
		deletedBy,
		cleanupOutcome: resource?.outcome ?? null,
		resourceId: resource?.id ?? null,
	};
}

/** "Singular resource family (`order`) for a handle, `token` for a credential, else `value`". */
function tagOf(family: string | undefined): string {
	const words = wordsOf(family?.split('/').at(-1) ?? '');
	const last = words.at(-1);
	return last === undefined ? 'value' : [...words.slice(0, -1), singular(last)].join('_');
}

const statusOfLabel: Record<string, NonNullable<Variable['deletedBy']>['status']> = {
	Pending: 'Pending',
	Running: 'Running',
	Pass: 'Passed',
	Failed: 'Failed',
};

/** The teardown test that takes the handle, else the DELETE of the sweep; null for what nothing deletes. */
function deleterOf(
	{name, consumers}: Entry,
	resource: VariableRows['resources'][number] | undefined,
	{cleanupTests}: Index,
): Variable['deletedBy'] {
	const teardowns = consumers.filter(({teardown}) => teardown === 1);
	const planned =
		teardowns.find(({id}) => plannedTestId(id) === resource?.cleanup_test_id) ??
		(resource?.cleanup_test_id == null ? teardowns[0] : undefined);
	if (planned)
		return {
			kind: 'test',
			cleanupTestId: plannedTestId(planned.id),
			testId: planned.test_id,
			title: planned.name,
			status: statusOfLabel[labelOf(planned.status, planned.skipped === 1)] ?? 'Skipped',
		};
	if (!resource?.delete_path) return null;
	const test = resource.cleanup_test_id === null ? undefined : cleanupTests.get(resource.cleanup_test_id);
	return {
		kind: 'sweep',
		// Until the sweep is planned its test has no row of its own.
		cleanupTestId: resource.cleanup_test_id ?? resource.id.replace(/^res_/, 'ctn_'),
		testId: null,
		title: test?.title ?? `Delete ${name}`,
		status: test?.status ?? (resource.outcome === 'kept' ? 'Skipped' : 'Pending'),
	};
}

function groupBy(names: readonly string[], by: (name: string) => string): Map<string, string[]> {
	const groups = new Map<string, string[]>();
	for (const name of names) {
		const key = by(name);
		pushTo(groups, key, name);
	}
	return groups;
}
