import {readFileSync} from 'node:fs';
import type {AssertionPart, Part} from '../../../source/plan-language/reading.ts';
import type {Look} from '../page/look.ts';
import type {Collection} from '../page/rows.ts';
import {compare, SlowPattern} from '../resolve/compare.ts';
import {observe} from '../resolve/observe.ts';
import {mostDownloadBytes} from './downloaded-file.ts';
import {describe, notePlaces, optionsOf} from './find.ts';
import {firstLine, type Session} from './session.ts';
import {StepFailed} from './step-failed.ts';

/** What a look shows of an assertion. Throws `StepFailed` where a pattern does not come to an end on a text of the page. */
export async function observed(...args: Parameters<typeof observe>): ReturnType<typeof observe> {
	try {
		return await observe(...args);
	} catch (error) {
		if (error instanceof SlowPattern) throw new StepFailed({case: 'not_read', message: error.message});
		throw error;
	}
}

/** What an assertion spoke of, for the locator that is saved; `index` null: no single element. */
export type Checked = {
	look: Look;
	index: number | null;
	isTold?: boolean;
	list?: Collection | null;
	as?: AssertionPart;
};

type Seen = {
	holds: boolean;
	expected: string;
	actual: string | null;
	subject: number | null;
	note: string | null;
	where: string | null;
	isTold?: boolean;
	list?: Collection | null;
	as?: AssertionPart;
	/** Why what it speaks of is not there. */
	gone?: string;
};

/** What must not be, must not come either for this long. */
const negatedMs = 300;
const tieMs = 600;
/** A claim that does not hold for this long after a field was filled has it left. */
const leavingMs = 700;

/** What a field offers while one types comes late, and goes when it is left: the claim may be about that. */
function leaveAfter({elements, focused}: Look, total: number): number {
	const field = focused === null ? undefined : elements[focused];
	const offers = field?.role === 'combobox' || field?.states.expanded === true;
	return offers ? Math.max(leavingMs, total / 2) : leavingMs;
}

const assertions = new Set<Part['op']>([
	...(['visible', 'text', 'value', 'labelled_text', 'cell', 'count', 'each', 'state', 'url', 'title', 'page'] as const),
	...(['order', 'sorted', 'position', 'attribute', 'downloaded', 'new_tab'] as const),
	...(['no_console_errors', 'no_failed_requests', 'request'] as const),
]);
export const isAssertion = (op: Part['op']): boolean => assertions.has(op);

/** The element that an assertion speaks of, where it was saved: by look, null while it is not there; and why it is not. */
export type SavedSubject = {on(look: Look): Promise<number | null>; told(): string};

/**
 * Looks until an assertion holds, and keeps looking at one that is negated. Throws `StepFailed`: it did not hold in its
 * time, with both operands, or it may speak of several things.
 */
export async function check(
	session: Session,
	part: AssertionPart,
	saved: SavedSubject | null = null,
	ms?: number,
): Promise<Checked> {
	let last: Seen | null = null;
	let lastLook: Look | null = null;
	let heldSince: number | null = null;
	let unclearSince: number | null = null;
	const started = performance.now();
	const total = ms ?? session.deadline.left;
	const done = await session.until(async look => {
		const now = performance.now();
		if (session.unleft && heldSince === null && now - started >= leaveAfter(look, total)) await session.unleft();
		const subject = saved && (await saved.on(look));
		const seen = saved && subject === null ? gone(part, saved.told()) : await seeOn(session, part, look, subject);
		lastLook = look;
		if ('unclear' in seen) {
			unclearSince ??= now;
			heldSince = null;
			if (now - unclearSince >= tieMs) throw unclear(part, seen);
			return null;
		}
		unclearSince = null;
		last = seen;
		if (!seen.holds) heldSince = null;
		else heldSince ??= now;
		return heldSince !== null && (!isNegative(part) || now - heldSince >= negatedMs) ? seen : null;
	}, ms);
	const final = (done ?? last) as Seen | null;
	if (!done && final?.holds !== true) throw failed(session, part, final, lastLook, performance.now() - started);
	// What the page tells in its own words, and what it counts on other pages, is as the step says.
	if (final!.note && (final!.isTold || part.op === 'count')) session.note(final!.note);
	else if (final!.note) session.doubt(final!.note);
	else if (lastLook && !saved) notePlaces(session, part, lastLook);
	session.say(
		`expected ${final!.expected}${final!.where ? ` in ${final!.where}` : ''}; it is ${final!.actual ?? 'so'}`,
	);
	return {
		look: lastLook!,
		index: final!.subject,
		isTold: final!.isTold === true,
		list: final!.list ?? null,
		...(final!.as ? {as: final!.as} : {}),
	};
}

/** What says that something is not there, or not so; consoles and requests only grow. */
const isNegative = (part: AssertionPart) =>
	part.isNegated || part.op === 'no_console_errors' || part.op === 'no_failed_requests';

type Unclear = {unclear: string; choices: string[]};

/** What is claimed of an element that is not there does not hold, nor does its opposite. */
const gone = (part: AssertionPart, why: string): Seen => ({
	holds: false,
	expected: part.op,
	actual: null,
	subject: null,
	note: null,
	where: null,
	gone: why,
});

async function seeOn(
	session: Session,
	part: AssertionPart,
	look: Look,
	subject: number | null,
): Promise<Seen | Unclear> {
	const seen = await observed(part, look, {...optionsOf(session), subject}, session.hitTest(look));
	if (seen !== null) return seen;
	const {is, expected, actual} = await seeAround(session, part, look);
	return {
		holds: part.isNegated ? !is : is,
		expected: part.isNegated ? `not ${expected}` : expected,
		actual,
		subject: null,
		note: null,
		where: null,
	};
}

/** What no look at a page shows. */
async function seeAround(
	session: Session,
	part: AssertionPart,
	look: Look,
): Promise<{is: boolean; expected: string; actual: string | null}> {
	const {watch, parts} = session;
	switch (part.op) {
		case 'no_console_errors':
			return {is: watch.consoleErrors === 0, expected: 'no console errors', actual: watch.firstConsoleError ?? 'none'};
		case 'no_failed_requests':
			return {
				is: watch.failedRequests === 0,
				expected: 'no failed requests',
				actual: watch.firstFailedRequest ?? 'none',
			};
		case 'request': {
			const path = parts.variables.fill(part.path);
			const answers = watch.answers.filter(({method, url}) => method === part.method && isOfPath(url, path));
			const expected = `${part.method} ${path} answered ${part.status}`;
			const said = answers.map(({status}) => status ?? 'no answer').join(', ');
			return {is: answers.some(({status}) => status === part.status), expected, actual: said || 'no such request'};
		}
		case 'new_tab': {
			const pages = parts.context.pages().filter(page => !page.isClosed());
			const heading = part.heading && parts.variables.fill(part.heading);
			const expected = heading ? `a new tab with the heading "${heading}"` : 'a new tab';
			if (pages.length < 2) return {is: false, expected, actual: 'one tab'};
			const headings = look.elements.filter(one => one.role === 'heading').map(one => one.name || one.text);
			const shown = [look.title, ...headings].filter(Boolean);
			const is = !heading || shown.some(text => compare(text, 'contains', {text: heading, isQuoted: false}));
			return {is, expected, actual: shown.slice(0, 3).join(' · ') || 'a tab without a heading'};
		}
		case 'downloaded': {
			const file = part.file && parts.variables.fill(part.file);
			const names = watch.downloads.map(({name}) => name);
			const came = file ? watch.downloads.find(({name}) => name === file) : watch.downloads.at(-1);
			const expected = `${file ?? 'a file'} downloaded${part.text ? ` with "${parts.variables.fill(part.text.text)}"` : ''}`;
			if (!came) return {is: false, expected, actual: names.join(', ') || 'no download'};
			return {expected, ...(await readDownload(session, came, part.text && parts.variables.fill(part.text.text)))};
		}
		default:
			throw new StepFailed({case: 'not_read', message: `"${part.op}" cannot be checked`});
	}
}

async function readDownload(
	session: Session,
	came: Session['watch']['downloads'][number],
	text: string | null,
): Promise<{is: boolean; actual: string}> {
	try {
		const {path, bytes} = await session.call('the download', came.file);
		if (text === null) return {is: true, actual: `${came.name} (${bytes} bytes)`};
		const content = readFileSync(path).subarray(0, mostDownloadBytes).toString('utf8');
		return {is: content.includes(text), actual: content.slice(0, 200)};
	} catch (error) {
		return {is: false, actual: `${came.name}: ${firstLine(error)}`};
	}
}

function isOfPath(address: string, path: string): boolean {
	if (!URL.canParse(address)) return false;
	const {href, pathname, search} = new URL(address);
	return path.includes('://') ? href === path : pathname === path || pathname + search === path;
}

/** Some expectations name what they speak of themselves, in an order of their own. */
const names = (expected: string, target: string): boolean => target.split(' ').every(word => expected.includes(word));

const verbs: Record<string, string> = {
	contains: 'contain',
	matches: 'match',
	'starts with': 'start with',
	'ends with': 'end with',
};

/** `the page to contain "Ada"`: what is expected, and of what. */
function inSentence(part: AssertionPart, target: string | null, expected: string): string {
	const [whole = '', not = '', verb = ''] = /^(not )?(contains|matches|starts with|ends with) /.exec(expected) ?? [];
	const subject = target && !names(expected, target) ? target : null;
	const place = part.op === 'text' ? (part.within ? describe(part.within) : 'the page') : null;
	const who = whole === '' ? subject : (subject ?? place);
	const what = whole === '' || who === null ? expected : `${not}to ${verbs[verb]} ${expected.slice(whole.length)}`;
	return who === null ? what : `${who} ${what}`;
}

function failed(session: Session, part: AssertionPart, seen: Seen | null, look: Look | null, ms: number): StepFailed {
	const target = 'target' in part && part.target ? describe(part.target) : null;
	const expected = seen?.expected ?? part.op;
	const actual = seen?.actual ?? null;
	const mask = session.parts.mask;
	const where = seen?.where ? ` in ${seen.where}` : '';
	const said =
		seen?.gone !== undefined
			? seen.gone
			: actual === null
				? `there is no ${target ?? (part.op === 'text' ? 'such text' : 'such thing')} on ${session.page.url()}`
				: `it is "${mask.text(actual).slice(0, 300)}"${where}`;
	return new StepFailed({
		case: 'assertion',
		target,
		expected,
		actual,
		box: seen?.subject == null ? null : (look?.elements[seen.subject]?.box ?? null),
		message: `expected ${inSentence(part, target, expected)}, but ${said} (${(ms / 1000).toFixed(1)} s)`,
	});
}

const unclear = (part: AssertionPart, {unclear: what, choices}: Unclear): StepFailed =>
	new StepFailed({
		case: 'ambiguous',
		target: 'target' in part && part.target ? describe(part.target) : part.op,
		message:
			choices.length > 0
				? `it is not clear ${what}: ${choices.slice(0, 5).join(' · ')}. Say which`
				: `it is not clear ${what}`,
	});
