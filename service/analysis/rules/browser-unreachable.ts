import {excerpt} from '../excerpt.ts';
import {environment} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

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
