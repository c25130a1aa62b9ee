import {assertion, type Draft, type ReadPage} from '../draft.ts';

/** The page opens with what tells it from others; clean consoles and requests are claimed where they were seen. */
export function pageOpens({identity, called, consoleErrors, failedRequests}: ReadPage): Draft[] {
	const isClean = consoleErrors === 0;
	const isWhole = failedRequests === 0;
	if (identity === null && !isClean && !isWhole) return [];
	const what = identity === null ? '' : ' with what tells it from others';
	const how = [isClean && 'without console errors', isWhole && 'without failed requests'].filter(Boolean).join(' and ');
	return [
		{
			template: 'page_opens',
			name: `${called} opens`,
			reason: `The page opened${what}${how ? `, ${how}` : ''}.`,
			sends: false,
			steps: [
				...(identity === null ? [] : [assertion(identity.description)]),
				...(isClean ? [assertion('There are no console errors')] : []),
				...(isWhole ? [assertion('No request failed')] : []),
			],
		},
	];
}
