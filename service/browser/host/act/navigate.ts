import type {ActionPart, Target} from '../../../../source/plan-language/reading.ts';
import type {Refusal} from '../../filter-proxy.ts';
import {DeadlineError, timeoutIn} from '../deadline.ts';
import {whyRefused, StepFailed} from '../step-failed.ts';
import {firstLine, type Session} from '../session.ts';
import type {Act} from './act.ts';
import {onElement} from './on-element.ts';

type Of<Op extends ActionPart['op']> = Extract<ActionPart, {op: Op}>;

/** Opens an address; a path is relative to the project's URL. Throws `StepFailed` when there is no page. */
export async function goTo(session: Session, template: string): Promise<void> {
	const {targetUrl} = session.job;
	const text = session.parts.variables.fill(template).trim();
	// `localhost:3000` has no scheme, though it reads as one.
	const address = /^[\w.-]+:\d+(?:\/|$)/.test(text) ? `http://${text}` : text;
	if (!URL.canParse(address, targetUrl))
		throw new StepFailed({
			case: 'navigation',
			target: text,
			message: `"${text}" is no address`,
			verdict: blockedUnknown,
		});
	// Nothing said is the project's URL as it is: a reference to nothing would leave its fragment out.
	const url = new URL(address || targetUrl, targetUrl);
	if (url.protocol !== 'http:' && url.protocol !== 'https:' && url.href !== 'about:blank')
		throw new StepFailed({
			case: 'refused_address',
			target: text,
			message: `${url.protocol} addresses are not opened; a page has http: or https:`,
		});
	await navigate(session, url.href, options => session.page.goto(url.href, options));
	if (url.origin !== new URL(targetUrl).origin) leftOrigin(session, url.origin);
}

const blockedUnknown = {status: 'blocked', failureKind: 'unknown'} as const;

/** Leaving the project's origin is noted, or refused where the project wants to stay. */
export function leftOrigin(session: Session, origin: string): void {
	if (session.job.settings.stayOnOrigin)
		throw new StepFailed({
			case: 'refused_address',
			target: origin,
			message: `the page left the project's origin for ${origin}, which the project forbids (stayOnOrigin)`,
		});
	session.note(`left the project's origin for ${origin}`);
}

export async function move(session: Session, op: 'back' | 'forward' | 'reload'): Promise<void> {
	const {page} = session;
	await navigate(session, page.url(), options =>
		op === 'back' ? page.goBack(options) : op === 'forward' ? page.goForward(options) : page.reload(options),
	);
	if (op === 'back' && page.url() === 'about:blank')
		throw new StepFailed({
			case: 'navigation',
			target: 'page',
			message: 'there is no page to go back to: this was the first one',
		});
}

type Options = {timeout: number; waitUntil: 'domcontentloaded'};

async function navigate(
	session: Session,
	address: string,
	go: (options: Options) => Promise<{status(): number} | null>,
): Promise<void> {
	const {proxy} = session.parts;
	const [refusals, failures] = [proxy.refusals.length, proxy.failures.length];
	const isFirst = !session.hasPage;
	try {
		const timeout = session.deadline.left;
		const response = await session.call('the navigation', go({timeout, waitUntil: 'domcontentloaded'}), timeout + 500);
		const status = response?.status() ?? session.watch.document?.status ?? null;
		if (status !== null && status >= 400) refuseStatus(session, address, status, isFirst);
		session.hasPage = true;
	} catch (error) {
		if (error instanceof StepFailed) throw error;
		throw noPage(session, address, error, {
			isFirst,
			refusal: proxy.refusals[refusals] ?? null,
			failure: proxy.failures.at(-1) && proxy.failures.length > failures ? proxy.failures.at(-1)! : null,
		});
	}
	await session.settle();
}

function refuseStatus(session: Session, address: string, status: number, isFirst: boolean): void {
	const at = session.parts.mask.url(address);
	if (status === 404 || status === 410)
		throw new StepFailed({
			case: 'navigation',
			target: address,
			documentStatus: status,
			message: `${at} answered ${status}: there is no such page`,
			verdict: {status: 'failed', failureKind: 'routing_404'},
		});
	if (!isFirst) {
		session.note(`${at} answered ${status}`);
		return;
	}
	const why = status === 401 ? ': it asks for a login that is no page' : '';
	throw new StepFailed({
		case: 'navigation',
		target: address,
		documentStatus: status,
		message: `${at} answered ${status}${why}`,
		verdict: {status: 'blocked', failureKind: 'network'},
	});
}

type Facts = {
	isFirst: boolean;
	refusal: Refusal | null;
	failure: {host: string; port: number; code: string} | null;
};

const failureWords: Record<string, string> = {
	ENOTFOUND: 'has no address',
	EAI_AGAIN: 'has no address',
	ECONNREFUSED: 'refused the connection',
	ECONNRESET: 'closed the connection',
	ETIMEDOUT: 'did not answer',
	EHOSTUNREACH: 'cannot be reached',
	ENETUNREACH: 'cannot be reached',
};

function noPage(session: Session, address: string, error: unknown, {isFirst, refusal, failure}: Facts): StepFailed {
	const at = session.parts.mask.url(address);
	const said = firstLine(error);
	const failed = (message: string, verdict: StepFailed['verdict']) =>
		new StepFailed({case: 'navigation', target: address, message, verdict});
	if (refusal)
		return new StepFailed({
			case: 'refused_address',
			target: address,
			message: `${at} was refused: ${whyRefused(refusal)}`,
		});
	if (error instanceof DeadlineError || timeoutIn(said) !== null)
		return failed(`${at} did not finish loading in ${Math.round(session.job.stepTimeoutMs / 1000)} s`, {
			status: 'failed',
			failureKind: 'network_timeout',
		});
	const net = /net::(ERR_\w+)/.exec(said)?.[1];
	if (net === 'ERR_TOO_MANY_REDIRECTS')
		return failed(`${at} redirects for ever`, {status: 'failed', failureKind: 'network'});
	const verdict = {status: isFirst ? 'blocked' : 'failed', failureKind: 'network'} as const;
	if (failure)
		return failed(`${at}: ${failure.host}:${failure.port} ${failureWords[failure.code] ?? failure.code}`, verdict);
	if (net?.startsWith('ERR_CERT') || net?.includes('SSL'))
		return failed(`${at}: its certificate or TLS is not accepted (${net})`, verdict);
	return failed(`${at} could not be opened: ${net ?? said}`, verdict);
}

/** A page by its name: each link, tab or menu item is clicked in turn. */
export async function follow(act: Act, names: readonly string[]): Promise<void> {
	const {session} = act;
	for (const [place, name] of names.entries()) {
		const target: Target = {phrase: name, isQuoted: false, role: null, scopes: [], ordinal: null};
		const found = await act.findMore(`names.${place}`, target);
		await onElement(act, `names.${place}`, found, 'the click', (handle, timeout) => handle.click({timeout}));
		await session.settle();
		const status = session.watch.document?.status ?? null;
		if (status === 404 || status === 410) refuseStatus(session, session.page.url(), status, false);
	}
}

export async function switchTab(session: Session, to: Of<'tab'>['to']): Promise<void> {
	const {watch} = session;
	if (to === 'close') {
		if (watch.pages.length < 2)
			throw new StepFailed({case: 'not_found', target: 'tab', message: 'there is no other tab to go on in'});
		await session.call('closing the tab', session.page.close());
		return;
	}
	const pages = session.parts.context.pages().filter(page => !page.isClosed());
	const opened = await session.until(async () => {
		const candidates = session.parts.context.pages().filter(page => !page.isClosed());
		return to === 'first' ? candidates[0]! : candidates.length > 1 ? candidates.at(-1)! : null;
	});
	if (!opened)
		throw new StepFailed({
			case: 'not_found',
			target: 'tab',
			message: `no further tab is open (${pages.length} in all)`,
		});
	watch.show(opened);
	await session.call('showing the tab', opened.bringToFront()).catch(() => {});
	await session.settle();
}

export async function clearStorage(session: Session, what: Of<'storage'>['clear']): Promise<void> {
	if (what !== 'storage') await session.call('clearing the cookies', session.parts.context.clearCookies());
	if (what !== 'cookies')
		await session.call(
			'clearing the storage',
			session.page.evaluate(() => {
				const page = globalThis as unknown as {localStorage: {clear(): void}; sessionStorage: {clear(): void}};
				page.localStorage.clear();
				page.sessionStorage.clear();
			}),
		);
}

export async function resize(session: Session, width: number, height: number): Promise<void> {
	await session.call('setting the window', session.page.setViewportSize({width, height}));
	await session.settle(500);
}
