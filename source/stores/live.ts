import {isActive} from '../view-model/batch-progress.ts';
import type {Dashboard, Keeper, Live} from './dashboard.ts';
import {currentPlace} from './navigation.ts';
import {type Place, placeKey} from './screen.ts';
import type {StoreContext} from './store-context.ts';

/** Step of clocks and spinners, in ms. */
const tickPause = 500;

const minuteMs = 60_000;

/** Pause between looks at the service where a screen has nothing to ask for, in ms. */
const lookPause = 30_000;

/** @param whole the dashboard that this is part of */
export function createLive(context: StoreContext, whole: () => Dashboard): Live {
	let place: Place | undefined;
	let loop = new AbortController();

	async function persist(work: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
		for (let attempt = 0; ; attempt++) {
			try {
				await work();
				return true;
			} catch (error) {
				signal.throwIfAborted();
				if (!(await whole().session.backOff(error, attempt, signal))) return false;
			}
		}
	}

	async function every(pause: number, work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
		while (await persist(work, signal)) await context.wait(pause, signal);
	}

	const isAway = () => awaySince() !== null;

	/** Epoch ms; null: the service is there. */
	function awaySince(): number | null {
		const {connection} = whole().session.store.getState();
		return connection.kind === 'offline' ? connection.since : null;
	}

	async function keepTicking(signal: AbortSignal): Promise<void> {
		for (;;) {
			await context.wait(tickPause, signal);
			whole().ui.tick(awaySince());
		}
	}

	/** Ages move on where nothing else happens: one tick a minute, when its number changes. */
	async function keepMinutes(signal: AbortSignal): Promise<void> {
		for (;;) {
			await context.wait(minuteMs - (context.now() % minuteMs), signal);
			whole().ui.tick(awaySince());
		}
	}

	/** What the status line says of the service is so: where no other request would notice that it is gone, this one does. */
	async function keepInTouch(signal: AbortSignal): Promise<void> {
		for (;;) {
			await context.wait(lookPause, signal);
			const {session} = whole();
			const {isHeld, connection} = session.store.getState();
			if (isHeld || connection.kind === 'refused' || connection.kind === 'connecting') continue;
			await persist(() => session.look(signal), signal);
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
		const dashboard = whole();
		const keeper: Keeper = {dashboard, persist, every};
		run(signal => dashboard.screens.of(next).keep(keeper, next, signal), AbortSignal.any([loop.signal, context.ended]));
	}

	/** Seconds are shown only while something runs or a retry is awaited; else the process sleeps from minute to minute. */
	function watchClock(): void {
		const {batches, navigation, session, ui} = whole();
		let ticking: AbortController | undefined;
		const update = () => {
			const {batch} = batches.store.getState();
			const {projectId, batchId} = currentPlace(navigation.store.getState());
			const isShown = projectId !== undefined || batchId !== undefined;
			const isNeeded = (batch !== null && isActive(batch) && isShown) || isAway();
			if (isNeeded && !ticking) {
				ticking = new AbortController();
				ui.tick(awaySince());
				run(keepTicking, AbortSignal.any([ticking.signal, context.ended]));
			} else if (!isNeeded && ticking) {
				ticking.abort();
				ticking = undefined;
				ui.tick(awaySince());
			}
		};
		batches.store.subscribe(update);
		navigation.store.subscribe(update);
		session.store.subscribe(update);
	}

	return {
		start() {
			watchClock();
			run(keepMinutes, context.ended);
			run(keepInTouch, context.ended);
			const {navigation} = whole();
			navigation.store.subscribe(state => {
				const next = currentPlace(state);
				if (!place || placeKey(next) !== placeKey(place)) begin(next);
			});
			begin(currentPlace(navigation.store.getState()));
		},
		refresh() {
			whole().session.retryNow();
			if (place) begin(place);
		},
	};
}
