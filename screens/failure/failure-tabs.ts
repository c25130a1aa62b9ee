/** Tabs of the viewer in their order; the first one is shown first. */
export const failureTabs = ['summary', 'steps', 'request', 'output', 'trace', 'code', 'compare'] as const;
export type FailureTab = (typeof failureTabs)[number];

/** The tab of a place; a name this version does not know is the first one. */
export const tabOf = (name: string | null): FailureTab => failureTabs.find(tab => tab === name) ?? 'summary';

/** The tab after or before one, from the last to the first and back. */
export const tabBeside = (tab: FailureTab, step: 1 | -1): FailureTab =>
	failureTabs[(failureTabs.indexOf(tab) + step + failureTabs.length) % failureTabs.length] ?? 'summary';

export const tabTitles: Record<FailureTab, {short: string; long: string}> = {
	summary: {short: 'Summary', long: 'Summary'},
	steps: {short: 'Steps', long: 'Steps'},
	request: {short: 'Request', long: 'Request / Response'},
	output: {short: 'Output', long: 'Output'},
	trace: {short: 'Trace', long: 'Trace'},
	code: {short: 'Code', long: 'Code'},
	compare: {short: 'Compare', long: 'Compare with the last pass'},
};
