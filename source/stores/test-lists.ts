import {createStore, type StoreApi} from 'zustand/vanilla';
import type {TestId, TestListId} from '../../contract/ids.ts';
import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import type {TestList, TestListDetail, TestListTicket} from '../../contract/test-list.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {createLoader, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadTestListsRoutes = () => import('../../contract/routes/test-lists.ts');

/** Tests that one request may add or take away. */
const casesPerRequest = 500;

/** Lists with their cases, by the ids of the lists. */
export type ListDetails = ReadonlyMap<string, TestListDetail>;

export type CaseChange = {changed: number; unchanged: number; notFound: number};

type TestLists = Loader<readonly TestList[]> & {
	details: StoreApi<ListDetails>;
	/** Cases of one list that are selected, as ids of their rows. */
	marked: StoreApi<ReadonlySet<string>>;
	/**
	 * Reads the cases of these lists where they are not known, or the list says that it changed.
	 * @param open lists whose cases are on the screen: their verdicts may have changed, too
	 */
	lookAt(listIds: readonly TestListId[], open: readonly string[]): Promise<void>;
	/** Selects a case or not; one of another list begins a new selection, as only one list runs at a time. */
	toggleMark(listId: TestListId, testId: TestId): void;
	clearMarks(): void;
	create(name: string, testIds: readonly TestId[]): Promise<TestList>;
	rename(listId: TestListId, name: string): Promise<void>;
	remove(listId: TestListId): Promise<void>;
	addCases(listId: TestListId, testIds: readonly TestId[]): Promise<CaseChange>;
	removeCases(listId: TestListId, testIds: readonly TestId[]): Promise<CaseChange>;
	/** @param testIds null = the whole list */
	run(listId: TestListId, testIds: readonly TestId[] | null): Promise<TestListTicket>;
};

/** Id of the row of a case: a test can be on several lists. */
export const caseRowId = (listId: TestListId, testId: TestId): string => `${listId} ${testId}`;

/** There is one set of lists, whatever the project. */
export const everyList = 'lists';

/** Test lists, their cases, and what can be done with them. */
export const testListsStore = storeKey<TestLists>(({session, context}) => {
	const loader = createLoader<readonly TestList[]>(
		{session},
		{
			read: (_key, _known, signal) =>
				loadPages(
					async cursor =>
						session.call((await loadTestListsRoutes()).listTestLists, {query: {pageSize, cursor}, signal}),
					context.now,
					() => undefined,
				),
		},
	);
	const details = createStore<ListDetails>()(() => new Map());
	const marked = createStore<ReadonlySet<string>>()(() => new Set());
	const reading = new Set<string>();
	const signal = context.ended;

	const setDetail = (detail: TestListDetail) =>
		details.setState(new Map(details.getState()).set(detail.id, detail), true);

	async function read(listId: TestListId): Promise<void> {
		setDetail(await session.call((await loadTestListsRoutes()).getTestList, {params: {listId}, signal}));
	}

	/** Whether what is known of a list may have changed. */
	function isDue({id, updatedAt, caseCount, lastExecutionId}: TestList, open: ReadonlySet<string>): boolean {
		const known = details.getState().get(id);
		if (!known || open.has(id)) return true;
		return (
			known.updatedAt !== updatedAt ||
			known.caseCount !== caseCount ||
			known.lastExecutionId !== lastExecutionId ||
			known.stats.running > 0
		);
	}

	/** After a change the list and its cases are read again; a failure of that is the next look's matter. */
	async function readAgain(listId: TestListId): Promise<void> {
		await Promise.all([loader.load(everyList, signal), read(listId)]).catch(() => undefined);
	}

	async function changeCases(
		verb: 'add' | 'remove',
		listId: TestListId,
		testIds: readonly TestId[],
	): Promise<CaseChange> {
		const {addTestListCases, removeTestListCases} = await loadTestListsRoutes();
		const route = verb === 'add' ? addTestListCases : removeTestListCases;
		const sum: CaseChange = {changed: 0, unchanged: 0, notFound: 0};
		for (let from = 0; from < testIds.length; from += casesPerRequest) {
			const answer = await session.call(route, {
				params: {listId},
				body: {testIds: testIds.slice(from, from + casesPerRequest)},
				signal,
			});
			sum.changed += answer.changed;
			sum.unchanged += answer.unchanged.length;
			sum.notFound += answer.notFound.length;
		}
		await readAgain(listId);
		return sum;
	}

	return {
		...loader,
		details,
		marked,
		async lookAt(listIds, open) {
			const wanted = new Set([...listIds, ...open]);
			const opened = new Set(open);
			const due = (loader.store.getState().data ?? [])
				.filter(list => wanted.has(list.id) && !reading.has(list.id) && isDue(list, opened))
				.map(({id}) => id);
			for (const id of due) reading.add(id);
			await inParallel(due, usualLimit, id =>
				read(id)
					// What is shown stays; the next look tries again, and the connection is told elsewhere.
					.catch(() => undefined)
					.finally(() => reading.delete(id)),
			);
		},
		toggleMark(listId, testId) {
			const rowId = caseRowId(listId, testId);
			const next = new Set([...marked.getState()].filter(other => other.startsWith(caseRowId(listId, ''))));
			if (!next.delete(rowId)) next.add(rowId);
			marked.setState(next, true);
		},
		clearMarks: () => marked.setState(new Set(), true),
		async create(name, testIds) {
			const list = await session.call((await loadTestListsRoutes()).createTestList, {
				body: {name, ...(testIds.length > 0 ? {testIds: [...testIds]} : {})},
				signal,
			});
			setDetail(list);
			await loader.load(everyList, signal).catch(() => undefined);
			return list;
		},
		async rename(listId, name) {
			await session.call((await loadTestListsRoutes()).updateTestList, {
				params: {listId},
				body: {name},
				signal,
			});
			await readAgain(listId);
		},
		async remove(listId) {
			await session.call((await loadTestListsRoutes()).deleteTestList, {params: {listId}, signal});
			loader.put(everyList, lists => lists.filter(({id}) => id !== listId));
		},
		addCases: (listId, testIds) => changeCases('add', listId, testIds),
		removeCases: (listId, testIds) => changeCases('remove', listId, testIds),
		run: async (listId, testIds) =>
			session.call((await loadTestListsRoutes()).runTestList, {
				params: {listId},
				body: {source: 'cli', ...(testIds ? {testIds: [...testIds]} : {})},
				signal,
			}),
	};
});
