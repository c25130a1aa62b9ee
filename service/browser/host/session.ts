import type {BrowserContext, Locator, Page} from 'playwright-core';
import type {FrontendJob} from '../frontend-job.ts';
import type {FilterProxy} from '../filter-proxy.ts';
import type {HitTest, Look} from '../page/look.ts';
import {Deadline, DeadlineError, pause, within} from './deadline.ts';
import type {Left, Sessions} from './evidence.ts';
import type {LoginStates} from './login-states.ts';
import type {Mask} from './mask.ts';
import {takeLook} from './page-look.ts';
import {StepFailed} from './step-failed.ts';
import type {Variables} from './variables.ts';
import type {Watch} from './watch.ts';

const betweenLooksMs = 100;
/**
 * Between two looks at what has not come in half a second: whoever waits for seconds does not mind another eighth, and each
 * look costs the processor what a page of the application does.
 */
const betweenLateLooksMs = 250;
const lateMs = 500;
/** One look at a page that answers at all. */
const lookPatienceMs = 10_000;
/** Also when the time of the step is nearly over: a page that answers is looked at. */
const leastLookMs = 2000;
const defaultTestIds = ['data-testid', 'data-test', 'data-qa', 'data-cy'];

export type SessionParts = {
	job: FrontendJob;
	context: BrowserContext;
	watch: Watch;
	mask: Mask;
	variables: Variables;
	sessions: Sessions;
	proxy: FilterProxy;
	logins: LoginStates;
};

/** One run in its context: what the operations of its steps share. */
export class Session {
	readonly parts: SessionParts;
	readonly testIdAttributes: string[];
	/** Of the step that is carried out. */
	deadline = new Deadline(30_000);
	notes: string[] = [];
	/** Notes of the step that its author should read although it passed. */
	doubts: string[] = [];
	log: string[] = [];
	lastLook: Look | null = null;
	/** Of the step before. */
	left: Left | null = null;
	/** Captures of this run, in order. */
	readonly captured: Array<{name: string; value: string; isForOtherTests: boolean}> = [];
	/** A consent banner is closed on the product's own account once per run. */
	consentHandled = false;
	/** The main document of the run has come: what fails before is the target's, not the test's. */
	hasPage = false;
	isSignedInAgain = false;

	constructor(parts: SessionParts) {
		this.parts = parts;
		const own = parts.job.settings.testIdAttributes;
		this.testIdAttributes = [...new Set([...own, ...defaultTestIds])];
	}

	get job(): FrontendJob {
		return this.parts.job;
	}

	/** A field that was filled and has not been left since: how to leave it as a person does. */
	unleft: (() => Promise<void>) | null = null;

	get watch(): Watch {
		return this.parts.watch;
	}

	get page(): Page {
		return this.parts.watch.page;
	}

	/** Its pages close first, so that what is asked of them says less than this. */
	get isBrowserGone(): boolean {
		return this.parts.context.browser()?.isConnected() === false;
	}

	note(text: string): void {
		if (!this.notes.includes(text)) this.notes.push(text);
	}

	/** A note on what was taken for what the step says, where nothing on the page says that it is. */
	doubt(text: string): void {
		this.note(text);
		if (!this.doubts.includes(text)) this.doubts.push(text);
	}

	say(line: string): void {
		if (this.log.length < 200) this.log.push(line);
	}

	/** A call to the browser within the time of the step. */
	call<T>(what: string, call: Promise<T>, ms = this.deadline.left): Promise<T> {
		return within(this.deadline.atMost(ms), what, call);
	}

	/** CSS that the plan names elements by. */
	private selectors(): string[] {
		const {job, variables} = this.parts;
		const written = job.steps.flatMap(({target}) => (target?.startsWith('css=') ? [target.slice(4).trim()] : []));
		return [...new Set(written.map(text => variables.fill(text)))];
	}

	/** A look at the current page, again while a navigation gets in its way. Throws `StepFailed` when none can be had. */
	async look(): Promise<Look> {
		let hindrance: unknown = null;
		let patience = lookPatienceMs;
		do {
			if (this.watch.crashed) throw new StepFailed({case: 'crash', message: 'the page crashed'});
			if (this.isBrowserGone) throw new StepFailed({case: 'crash', message: 'the browser died'});
			try {
				const look = await takeLook(
					this.page,
					{testIdAttributes: this.testIdAttributes, selectors: this.selectors()},
					Math.max(leastLookMs, this.deadline.atMost(patience)),
				);
				this.lastLook = look;
				return look;
			} catch (error) {
				hindrance = error;
				// What was too short once is too short again.
				if (error instanceof DeadlineError) patience *= 2;
				if (!this.deadline.isOver) await pause(Math.min(50, this.deadline.left));
			}
		} while (!this.deadline.isOver);
		if (hindrance instanceof DeadlineError)
			throw new StepFailed({case: 'timeout', message: 'the page never answered: a script keeps it busy'});
		throw new StepFailed({case: 'timeout', message: `the page could not be looked at: ${firstLine(hindrance)}`});
	}

	/** Looks until `find` has an answer; null when the time of the step, or `ms`, is over. At least one look is taken. */
	async until<T>(find: (look: Look) => Promise<T | null>, ms = Number.POSITIVE_INFINITY): Promise<T | null> {
		const deadline = new Deadline(Math.min(ms, this.deadline.left));
		const late = new Deadline(lateMs);
		for (;;) {
			const look = await this.look();
			try {
				const answer = await find(look);
				if (answer !== null) return answer;
			} catch (error) {
				if (!(error instanceof StaleLook)) throw error;
				continue;
			}
			if (deadline.isOver) return null;
			await pause(Math.min(late.isOver ? betweenLateLooksMs : betweenLooksMs, deadline.left));
		}
	}

	/** The element of a look for acting on it; what has no reference is acted on through what it stands in. */
	locator(look: Look, index: number): Locator {
		let element = look.elements[index];
		while (element && element.ref === null)
			element = element.parent === null ? undefined : look.elements[element.parent];
		if (!element?.ref) throw new StepFailed({case: 'not_found', message: 'the element cannot be acted on'});
		return this.page.getByRef(element.ref);
	}

	/** What a point at the middle of an element of a look meets. Throws `StaleLook`: it has gone since. */
	hitTest(look: Look, mayScroll = false): HitTest {
		return async index => {
			if (look.elements[index]?.box === null) return 'outside';
			const test = async () => {
				const [handle] = await this.locator(look, index).elementHandles();
				return handle
					? await handle.evaluate(hit, mayScroll).finally(() => void handle.dispose().catch(() => {}))
					: null;
			};
			const met = await this.call('testing a point', test()).catch(() => 'outside' as const);
			if (met !== null) return met;
			if (this.deadline.isOver) return 'outside';
			throw new StaleLook();
		};
	}

	/** Waits until what an action has set off is through. */
	async settle(ms = 5000): Promise<void> {
		await this.watch.settled(this.deadline.atMost(ms));
	}
}

/** The page is not what it was on a look any more: an element of it has gone. */
class StaleLook extends Error {}

type PageElement = {
	isConnected: boolean;
	getBoundingClientRect(): {x: number; y: number; width: number; height: number};
	scrollIntoView(options: {block: 'center'; behavior: 'instant'}): void;
	getRootNode(): {elementFromPoint?(x: number, y: number): PageElement | null};
	contains(other: PageElement): boolean;
};

/**
 * Runs in the page: what a click on the middle of the element would meet, brought into sight first if it may be; null: it
 * has gone.
 */
export function hit(node: unknown, mayScroll: boolean): 'itself' | 'covered' | 'outside' | null {
	const element = node as PageElement;
	if (!element.isConnected) return null;
	const meet = () => {
		const {x, y, width, height} = element.getBoundingClientRect();
		return element.getRootNode().elementFromPoint?.(x + width / 2, y + height / 2) ?? null;
	};
	let met = meet();
	if (met === null && mayScroll) {
		element.scrollIntoView({block: 'center', behavior: 'instant'});
		met = meet();
	}
	if (met === null) return 'outside';
	return met === element || element.contains(met) || met.contains(element) ? 'itself' : 'covered';
}

export const firstLine = (error: unknown): string =>
	(error instanceof Error ? error.message : String(error)).split('\n')[0]!.replace(/^[\w.]+: /, '');
