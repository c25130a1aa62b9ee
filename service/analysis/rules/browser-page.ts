import type {StepFailure} from '../../browser/frontend-job.ts';
import {pathOfUrl} from '../endpoint.ts';
import type {StepFacts} from '../browser-facts.ts';
import {excerpt, durationText} from '../excerpt.ts';
import {environment} from '../fix-target.ts';
import {normaliseError} from '../signature.ts';
import type {BrowserRule} from './rule.ts';

/** The page or the browser died under the step. */
export const browserCrash: BrowserRule = ({step, failure, failureKind}) => {
	if (failure.case !== 'crash' && failureKind !== 'browser_crash') return null;
	return {
		cause: `The browser gave up on ${failure.url || 'the page'} in step ${step.index}: ${excerpt(step.error ?? 'it crashed', 200)}`,
		fix: {
			kind: 'code',
			reference: failure.url || null,
			rationale: 'A page that takes all memory ends like this for people too.',
		},
		call: null,
	};
};

const kinds = new Set(['routing_404', 'network', 'network_timeout']);

/** "Page 404, host refused, TLS, DNS": target URL and status. */
export const browserUnreachable: BrowserRule = ({step, failure, failureKind, targetUrl}) => {
	if (failureKind === null || !kinds.has(failureKind)) return null;
	const status = failure.documentStatus === null ? '' : ` answered ${failure.documentStatus}`;
	// The browser's own error page has an address of its own; the one that was asked for opens the step's error.
	const asked = /^https?:\/\/\S+?(?=:? )/.exec(step.error ?? '')?.[0];
	const page = /^https?:/.test(failure.url) ? failure.url : (asked ?? targetUrl ?? 'the site');
	return {
		cause: `${page}${status || ' could not be opened'} in step ${step.index}: ${excerpt(step.error ?? failureKind, 160)}`,
		fix: environment(
			page,
			failure.case === 'refused_address'
				? 'This service does not open such addresses; see its target policy.'
				: /certificate/.test(step.error ?? '')
					? 'The browser trusts no such certificate: install one it trusts, or test the site over http.'
					: 'Is the site running there, and is the path still right?',
		),
		call: null,
	};
};

type Request = StepFacts['requests'][number];

/**
 * "Failed request (≥ 500, or 4xx on fetch/XHR) within the failing step", or within the one before it, whose effect an
 * assertion looks for. One that failed alike in the last passing run explains nothing.
 */
export const browserRequest: BrowserRule = ({browser, step, failure, earlier}) => {
	const before = step.type === 'assertion' ? browser.steps.find(({index}) => index === step.index - 1) : undefined;
	for (const one of [step, before]) {
		const suspects = one?.requests.filter(
			request => isFailure(request) && !isUsual(request, earlier) && !asksWhoOneIs(request, one, failure),
		);
		// A server that broke first; then what was to be changed, of which the last belongs to what the step did last.
		const failed =
			suspects?.find(({status}) => status === null || status >= 500) ??
			suspects?.findLast(({method}) => method !== 'GET') ??
			suspects?.[0];
		if (!one || !failed) continue;
		const path = pathOfUrl(failed.url);
		const what =
			failed.status === null ? `got no answer (${excerpt(failed.error ?? 'failed', 80)})` : `answered ${failed.status}`;
		const took = failed.ms === null ? '' : ` in ${durationText(failed.ms)}`;
		const where = one === step ? `in step ${step.index}` : `right after step ${one.index}`;
		return {
			cause: `${failed.method} ${path} ${what}${took} ${where}.`,
			fix: {
				kind: 'code',
				reference: `${failed.method} ${path}`,
				rationale: `The page asked for this: look at ${failed.method} ${path} first.`,
			},
			call: null,
		};
	}
	return null;
};

const scripted = new Set(['fetch', 'xhr']);

function isFailure({status, initiator, error}: Request): boolean {
	if (status === null) return error !== null && scripted.has(initiator ?? '') && !/abort/i.test(error);
	return status >= 500 || (status >= 400 && scripted.has(initiator ?? ''));
}

/**
 * Pages ask on their way in whether somebody is signed in, and are answered 400, 401 or 403 where nobody is. While a
 * step signs in, that is no fault; a sign-in that was refused is told by the form itself.
 */
const asksWhoOneIs = ({method, url, status}: Request, step: StepFacts, failure: StepFailure): boolean =>
	status !== null &&
	[400, 401, 403].includes(status) &&
	((step.action === 'login' && (failure.case === 'login' || step.status === 'passed')) ||
		(method === 'GET' && status === 401 && failure.signedOut) ||
		(step.action === 'goto' &&
			(status === 401 || /(?:^|\/)(?:refresh|renew|session|me|whoami)$/i.test(pathOfUrl(url)))));

const isUsual = (request: Request, earlier: StepFacts | null): boolean =>
	earlier?.requests.some(
		({method, url, status}) =>
			method === request.method && status === request.status && pathOfUrl(url) === pathOfUrl(request.url),
	) ?? false;

/**
 * "Uncaught page error or console error new against the last passing run", in the failing step or in the one before it,
 * whose effect an assertion looks for.
 */
export const browserConsole: BrowserRule = ({browser, step}) => {
	const before = step.type === 'assertion' ? browser.steps.find(({index}) => index === step.index - 1) : undefined;
	const known = new Set(
		(browser.lastPassed ?? []).flatMap(({console}) => console.map(({text}) => normaliseError(text))),
	);
	const isFresh = ({level, text}: StepFacts['console'][number]) =>
		level === 'error' &&
		!isOfRequest(text) &&
		!known.has(normaliseError(text)) &&
		// Without a pass to compare with, only what no script has caught counts.
		(browser.lastPassed !== null || /uncaught|unhandled/i.test(text));
	const where = [step, before].find(one => one?.console.some(isFresh));
	const fresh = where?.console.find(isFresh);
	if (!where || !fresh) return null;
	const place = fresh.at ? ` at ${fresh.at}` : '';
	const since = browser.lastPassed === null ? '' : '; the last passing run did not have it';
	return {
		cause: `The page reported "${excerpt(fresh.text, 160)}"${place} in step ${where.index}${since}.`,
		fix: {kind: 'code', reference: fresh.at, rationale: 'Code of the page: the script that threw.'},
		call: null,
	};
};

/** The browser's own words for a request that failed: the request itself says more. */
const isOfRequest = (text: string) => /^Failed to load resource/i.test(text);

/** "Navigation": a wrong page, or signed out. */
export const browserNavigation: BrowserRule = ({step, failure, earlier}) => {
	const page = `${failure.url}${failure.title ? ` ("${failure.title}")` : ''}`;
	if (failure.case === 'login')
		return {
			cause: `Signing in failed in step ${step.index}: ${step.error ?? 'the form is still there'}.`,
			fix: environment(
				'account',
				'Try the account by hand, and store the one that works: svc project update <project-id> --username <account> --password-file <password-file>',
			),
			call: null,
		};
	if (failure.signedOut)
		return {
			cause: `The page asks to sign in: ${page} shows a password field in step ${step.index}.`,
			fix: environment('account', 'The session has ended, or no step signs in: begin the plan with "Log in".'),
			call: null,
		};
	if (failure.case !== 'navigation') return null;
	const heading = failure.heading === null ? '' : `, heading "${failure.heading}"`;
	return {
		cause: `Step ${step.index} ended on ${page}${heading}${earlier ? ', unlike in the last passing run' : ''}.`,
		fix: {kind: 'code', reference: failure.url, rationale: 'A redirect or a link leads elsewhere than the plan says.'},
		call: null,
	};
};

/** The step's time was over while the page never answered: a script of it does not end, or opens dialogs for ever. */
export const browserBusy: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'timeout' || !/never answered/.test(step.error ?? '')) return null;
	const pending = step.requests.find(({status, error}) => status === null && error === 'not answered');
	if (pending) {
		const call = `${pending.method} ${pathOfUrl(pending.url)}`;
		const took = pending.ms === null ? '' : ` in ${durationText(pending.ms)}`;
		return {
			cause: `${call} was not answered${took} in step ${step.index}, and the page that asked for it did not answer either.`,
			fix: environment(call, 'The site or the machine is too slow, or the server hangs: ask for it by hand.'),
			call: null,
		};
	}
	return {
		cause: `A script of ${failure.url || 'the page'} did not end in step ${step.index}: ${excerpt(step.error!, 300)}.`,
		fix: {
			kind: 'code',
			reference: failure.url || null,
			rationale: 'Code of the page: what the step has set off blocks the page for people too.',
		},
		call: null,
	};
};
