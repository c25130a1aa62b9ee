import {isActive} from '../view-model/batch-progress.ts';
import type {Batches} from './batch.ts';
import {currentPlace, type Navigation, type Place, placeKey} from './navigation.ts';
import type {Projects} from './projects.ts';
import type {Session} from './session.ts';
import type {StoreContext} from './store-context.ts';
import type {Tests} from './tests.ts';
import type {Ui} from './ui.ts';

/** Pauses between looks where the service has no long poll, in ms. */
const projectsPause = 15_000;
const projectPause = 5000;
/** Step of clocks and spinners, in ms. */
const tickPause = 500;

type Parts = {
	session: Session;
	navigation: Navigation;
	projects: Projects;
	tests: Tests;
	batches: Batches;
	ui: Ui;
};

/** Keeps the shown place fresh: one loop per place, ended when another place is shown. */
export type Live = {
	start(): void;
	/** Looks again at once. */
	refresh(): void;
};

export function createLive(context: StoreContext, parts: Parts): Live {
	const {session, navigation, projects, tests, batches, ui} = parts;
	let place: Place | undefined;
	let loop = new AbortController();

	/** Tries until it works; false when the error is one that trying again does not help. */
	async function persist(work: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
		for (let attempt = 0; ; attempt++) {
			try {
				await work();
				return true;
			} catch (error) {
				signal.throwIfAborted();
				if (!(await session.backOff(error, attempt, signal))) return false;
			}
		}
	}

	async function keepProjects(signal: AbortSignal): Promise<void> {
		while (await persist(() => projects.load(signal), signal)) await context.wait(projectsPause, signal);
	}

	async function keepTests(projectId: string, signal: AbortSignal): Promise<void> {
		tests.open(projectId);
		const isRead = await persist(() => Promise.all([tests.loadProject(signal), tests.load(signal)]), signal);
		if (!isRead) return;
		let seen = tests.store.getState().project?.lastBatchId ?? null;
		let active: string | null = null;
		await persist(async () => {
			active = (await tests.loadHistory(signal))?.batchId ?? null;
		}, signal);
		for (;;) {
			// The members of a running batch say at once what the list would say only when it is read again.
			if (active !== null) await batches.follow(active, signal);
			await context.wait(projectPause, signal);
			if (!(await persist(() => tests.loadProject(signal), signal))) return;
			const newest = tests.store.getState().project?.lastBatchId ?? null;
			active = newest === seen ? null : newest;
			seen = newest;
		}
	}

	async function keepRun(batchId: string, signal: AbortSignal): Promise<void> {
		const nameProject = batches.store.subscribe(({batch}) => {
			if (batch?.batchId !== batchId || batch.projectId === null) return;
			nameProject();
			tests.open(batch.projectId);
			if (tests.store.getState().project === null) run(inner => persistProject(inner), signal);
		});
		await batches.follow(batchId, signal).finally(nameProject);
	}

	async function persistProject(signal: AbortSignal): Promise<void> {
		await persist(() => tests.loadProject(signal), signal);
	}

	async function keepTicking(signal: AbortSignal): Promise<void> {
		for (;;) {
			await context.wait(tickPause, signal);
			ui.tick();
		}
	}

	function run(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): void {
		work(signal).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
	}

	function begin(next: Place): void {
		loop.abort();
		loop = new AbortController();
		place = next;
		const signal = AbortSignal.any([loop.signal, context.ended]);
		if (next.screen === 'projects') run(keepProjects, signal);
		else if (next.screen === 'tests') run(inner => keepTests(next.projectId, inner), signal);
		else run(inner => keepRun(next.batchId, inner), signal);
	}

	/** Time is shown only while something runs or a retry is awaited; else the process sleeps. */
	function watchClock(): void {
		let ticking: AbortController | undefined;
		const update = () => {
			const {batch} = batches.store.getState();
			const isShown = currentPlace(navigation.store.getState()).screen !== 'projects';
			const isNeeded =
				(batch !== null && isActive(batch) && isShown) || session.store.getState().connection.kind === 'offline';
			if (isNeeded && !ticking) {
				ticking = new AbortController();
				ui.tick();
				run(keepTicking, AbortSignal.any([ticking.signal, context.ended]));
			} else if (!isNeeded && ticking) {
				ticking.abort();
				ticking = undefined;
				ui.tick();
			}
		};
		batches.store.subscribe(update);
		navigation.store.subscribe(update);
		session.store.subscribe(update);
	}

	return {
		start() {
			watchClock();
			navigation.store.subscribe(state => {
				const next = currentPlace(state);
				if (!place || placeKey(next) !== placeKey(place)) begin(next);
			});
			begin(currentPlace(navigation.store.getState()));
		},
		refresh() {
			session.retryNow();
			if (place) begin(place);
		},
	};
}
