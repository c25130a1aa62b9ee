import type {Span} from '../source/terminal/spans.ts';

/** The title of a tab. The shown one stands in brackets: no meaning hangs on colour alone. */
export const tabSpan = (title: string, isShown: boolean): Span =>
	isShown ? {text: `[${title}]`, role: 'selected'} : {text: ` ${title} `, role: 'muted'};

/** Tabs side by side. */
export const tabSpans = <Tab extends string>(tabs: readonly Tab[], shown: Tab, titleOf: (tab: Tab) => string): Span[] =>
	tabs.map(tab => tabSpan(titleOf(tab), tab === shown));
