import {environment} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

/** "Navigation": a wrong page, or signed out. */
export const browserNavigation: BrowserRule = ({step, failure, earlier}) => {
	const page = `${failure.url}${failure.title ? ` ("${failure.title}")` : ''}`;
	if (failure.case === 'login')
		return {
			cause: `Signing in failed in step ${step.index}: ${step.error ?? 'the form is still there'}.`,
			fix: environment('account', 'svc project update --username --password-file, and try the account by hand.'),
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
