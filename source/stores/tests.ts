import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Batch, BatchMember, BatchRunTicket, BatchSummary, BatchTicket} from '../../contract/batch.ts';
import {isTerminal} from '../../contract/enums.ts';
import type {ProjectId, TestId} from '../../contract/ids.ts';
import {type Ending, flakyWindow, isFlaky} from '../../contract/run.ts';
import type {Project} from '../../contract/project.ts';
import {getBatch, runBatch} from '../../contract/routes/batches.ts';
import {getProject} from '../../contract/routes/projects.ts';
import {rerunBatch} from '../../contract/routes/reruns.ts';
import {createTest, deleteTest, listTests, updateTest} from '../../contract/routes/tests.ts';
import type {CreatedTest, Test, TestInput, TestPatch, UpdatedTest} from '../../contract/test.ts';
import {projectVerdict} from '../view-model/project-verdict.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {readBatches} from './read-batches.ts';
import type {Session} from './session.ts';
import type {StoreContext} from './store-context.ts';
import {searchText} from './test-rows.ts';

/** Finished batches that the duration trend looks back. */
const trendLength = 6;
/** Batches with more members are left out of the trend: their answers are large and it is only a hint. */
const maxTrendMembers = 2000;

/** What the latest batches tell of a test. */
export type TestHistory = {
	/** Its latest member. */
	last: BatchMember;
	/** Durations in ms, oldest first. */
	durations: readonly number[];
	/** How its runs ended and with which code, newest first. */
	endings: readonly Ending[];
};

type TestsState = {
	projectId: ProjectId | null;
	project: Project | null;
	tests: readonly Test[];
	isLoaded: boolean;
	isComplete: boolean;
	error: unknown;
	histories: ReadonlyMap<string, TestHistory>;
	/** Tests that passed and failed by turns in their latest runs. */
	flaky: ReadonlySet<string>;
	/** The newest batch, as it was listed last. */
	latest: BatchSummary | null;
	/** The batch that decides how the project stands, with its members where they were read. */
	standing: BatchSummary | Batch | null;
	/** Selected for the next run. */
	marked: ReadonlySet<string>;
};

export type Tests = {
	store: StoreApi<TestsState>;
	/** Shows a project; its earlier rows stay when it is the same one. */
	open(projectId: ProjectId): void;
	load(signal: AbortSignal): Promise<void>;
	/** Reads the project alone: cheap, and tells when a new batch was started elsewhere. */
	loadProject(signal: AbortSignal): Promise<Project>;
	/** Reads which batch decides how the project stands; null where it never ran. */
	loadStanding(signal: AbortSignal): Promise<BatchSummary | null>;
	/** Reads the latest batches; the answer is the newest one while it is not done. */
	loadHistory(signal: AbortSignal): Promise<BatchSummary | null>;
	/** Takes over what a running batch tells of its members. */
	applyMembers(batch: Batch, changed: readonly BatchMember[]): void;
	toggleMark(testId: TestId): void;
	clearMarks(): void;
	/** Runs tests of the open project: the named ones, or all. */
	run(testIds: readonly TestId[] | null): Promise<BatchRunTicket>;
	/**
	 * Runs tests again, 50 at most.
	 * @param isAlone only these, fed by the values of the run before; else with what they need and what needs them
	 */
	rerun(testIds: readonly TestId[], isAlone: boolean): Promise<BatchTicket>;
	/** Stores a new test in the open project. */
	create(input: Omit<TestInput, 'projectId'>): Promise<CreatedTest>;
	/** Changes what is declared of a test; null clears. */
	update(testId: TestId, patch: TestPatch): Promise<UpdatedTest>;
	remove(testId: TestId): Promise<void>;
};

const emptyState: TestsState = {
	projectId: null,
	project: null,
	tests: [],
	isLoaded: false,
	isComplete: false,
	error: null,
	histories: new Map(),
	flaky: new Set(),
	latest: null,
	standing: null,
	marked: new Set(),
};

export function createTests(context: StoreContext, session: Session): Tests {
	const store = createStore<TestsState>()(() => emptyState);

	const projectId = (): string => {
		const {projectId: id} = store.getState();
		if (id === null) throw new Error('No project is open.');
		return id;
	};
	/** Sets state only while the project that was asked about is still the open one. */
	const setFor = (id: string, change: (state: TestsState) => Partial<TestsState>) =>
		store.setState(state => (state.projectId === id ? change(state) : state));

	async function loadProject(signal: AbortSignal): Promise<Project> {
		const id = projectId();
		const project = await session.call(getProject, {params: {projectId: id}, signal});
		setFor(id, () => ({project}));
		return project;
	}

	/** Batches, newest first; the one that decides is kept, with the members that were read of it before. */
	async function loadBatches(signal: AbortSignal): Promise<readonly BatchSummary[]> {
		const id = projectId();
		const batches = await readBatches(session, id, trendLength, signal);
		const decides = projectVerdict(batches)?.batch ?? null;
		setFor(id, ({standing}) => ({
			latest: batches[0] ?? null,
			standing: decides && standing?.batchId === decides.batchId ? {...standing, ...decides} : decides,
		}));
		return batches;
	}

	return {
		store,
		loadProject,
		async loadStanding(signal) {
			return projectVerdict(await loadBatches(signal))?.batch ?? null;
		},
		open(id) {
			if (store.getState().projectId !== id) store.setState({...emptyState, projectId: id});
		},
		async load(signal) {
			const id = projectId();
			const isFirst = !store.getState().isLoaded;
			try {
				const tests = await loadPages(
					async cursor => {
						const page = await session.call(listTests, {query: {projectId: id, pageSize, cursor}, signal});
						// Prepared here, a page at a time, so that the first letter of a filter is as quick as the second.
						for (const test of page.items) searchText(test);
						return page;
					},
					context.now,
					rows => isFirst && setFor(id, () => ({tests: rows, isLoaded: true, error: null})),
				);
				setFor(id, () => ({tests, isLoaded: true, isComplete: true, error: null}));
			} catch (error) {
				if (!signal.aborted) setFor(id, () => ({error}));
				throw error;
			}
		},
		async loadHistory(signal) {
			const id = projectId();
			const batches = await loadBatches(signal);
			const decides = projectVerdict(batches)?.batch.batchId;
			const isReadable = ({phase, summary}: BatchSummary) => phase === 'done' && summary.total <= maxTrendMembers;
			const finished = batches
				.filter(({batchId}, index) => index < trendLength || batchId === decides)
				.filter(isReadable);
			// Put together anew: a run that was read before would count twice. What is on the screen stays until all is read.
			const isFirst = store.getState().histories.size === 0;
			let read: ReadonlyMap<string, TestHistory> = new Map();
			for (const {batchId} of [...finished].reverse()) {
				const batch = await session.call(getBatch, {params: {batchId}, query: {}, signal});
				read = withMembers(read, batch.members);
				if (batchId === decides) setFor(id, () => ({standing: batch}));
				const histories = read;
				if (isFirst) setFor(id, () => ({histories}));
			}
			setFor(id, ({histories}) => {
				const running = [...histories].filter(([testId, {last}]) => isOpenStill(last, read.get(testId)?.last));
				return {histories: new Map([...histories, ...notOlder(histories, read), ...running]), flaky: flakyAmong(read)};
			});
			const [newest] = batches;
			return newest && newest.phase !== 'done' ? newest : null;
		},
		applyMembers(batch, changed) {
			const {projectId: id} = store.getState();
			const own = changed.filter(member => member.projectId === id);
			if (id === null || own.length === 0) return;
			const status = new Map(own.map(member => [member.testId, statusAfter(member)]));
			setFor(id, ({tests, histories}) => ({
				tests: tests.map(test => {
					const next = status.get(test.id);
					return next === undefined || next === test.status ? test : {...test, status: next};
				}),
				histories: batch.phase === 'done' ? histories : withMembers(histories, own),
			}));
		},
		toggleMark(testId) {
			store.setState(({marked}) => {
				const next = new Set(marked);
				if (!next.delete(testId)) next.add(testId);
				return {marked: next};
			});
		},
		clearMarks: () => store.setState({marked: new Set()}),
		async run(testIds) {
			return session.call(runBatch, {
				body: {projectId: projectId(), ...(testIds ? {testIds: [...testIds]} : {}), source: 'cli'},
				signal: context.ended,
			});
		},
		rerun: (testIds, isAlone) =>
			session.call(rerunBatch, {
				body: {
					testIds: [...testIds],
					source: 'cli',
					autoHeal: true,
					...(isAlone ? {skipDependencies: true} : {}),
				},
				signal: context.ended,
			}),
		create: input =>
			session.call(createTest, {
				body: {projectId: projectId(), ...input},
				signal: context.ended,
			}),
		async update(testId, patch) {
			const id = projectId();
			const updated = await session.call(updateTest, {
				params: {testId},
				body: patch,
				signal: context.ended,
			});
			const known = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
			setFor(id, ({tests}) => ({tests: tests.map(test => (test.id === testId ? {...test, ...known} : test))}));
			return updated;
		},
		async remove(testId) {
			const id = projectId();
			await session.call(deleteTest, {
				params: {testId},
				signal: context.ended,
			});
			setFor(id, ({tests, marked}) => ({
				tests: tests.filter(test => test.id !== testId),
				marked: new Set([...marked].filter(other => other !== testId)),
			}));
		},
	};
}

/** Status of a test while a member of it runs; a cancelled run leaves the verdict the test had. */
const statusAfter = ({status, previousStatus}: BatchMember): string =>
	status === 'cancelled' ? (previousStatus ?? status) : status;

function withMembers(
	histories: ReadonlyMap<string, TestHistory>,
	members: readonly BatchMember[],
): ReadonlyMap<string, TestHistory> {
	const next = new Map(histories);
	for (const member of members) {
		const known = next.get(member.testId);
		const isSameRun = known?.last.runId === member.runId;
		const wasCounted = isSameRun && isTerminal(known.last.status);
		const counts = isTerminal(member.status) && member.durationMs !== null && !wasCounted;
		const {durations = [], endings = []} = known ?? {};
		next.set(member.testId, {
			// As its status, which a cancelled run leaves alone: time and age belong to the run that gave it.
			last: member.status === 'cancelled' && known && !isSameRun ? known.last : member,
			durations: counts ? [...durations, member.durationMs ?? 0].slice(-trendLength) : durations,
			endings:
				isTerminal(member.status) && !wasCounted ? [endingOf(member), ...endings].slice(0, flakyWindow) : endings,
		});
	}
	return next;
}

/**
 * Of what was read, all but what is known later: only the latest batches are read, and the one that decides, which may
 * lie before a run that is on the screen.
 */
const notOlder = (known: ReadonlyMap<string, TestHistory>, read: ReadonlyMap<string, TestHistory>) =>
	[...read].filter(([id, {last}]) => endOf(last) >= endOf(known.get(id)?.last));

/** Whether a run on the screen goes on: its batch may be over before it was seen to end. */
const isOpenStill = (seen: BatchMember, read: BatchMember | undefined): boolean =>
	!isTerminal(seen.status) && (read === undefined || read.runId < seen.runId);

/** A cancelled run has no verdict: whatever ended with one stands before it. */
const endOf = (member: BatchMember | undefined): number =>
	member?.status === 'cancelled' ? 0 : Date.parse(member?.finishedAt ?? '') || 0;

/** A service that does not tell the version of the code is taken to have run the same one. */
const endingOf = ({status, codeVersion = null}: BatchMember): Ending => ({status, codeVersion});

const flakyAmong = (histories: ReadonlyMap<string, TestHistory>): ReadonlySet<string> =>
	new Set([...histories].flatMap(([testId, {endings}]) => (isFlaky(endings) ? [testId] : [])));
