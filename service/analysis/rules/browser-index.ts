import {
	browserGone,
	browserMissing,
	browserCovered,
	browserDisabled,
	browserUnheard,
	browserAbsent,
} from './browser-element.ts';
import {
	browserCrash,
	browserUnreachable,
	browserRequest,
	browserConsole,
	browserNavigation,
	browserBusy,
} from './browser-page.ts';
import {browserUnread, browserOperands, browserSlow} from './browser-step.ts';
import type {BrowserRule} from './rule.ts';

/**
 * Every rule about plans in the order of trust; before them what is certain by itself: a step that was
 * not carried out, a browser that died, a page that could not be opened.
 */
export const browserRules: readonly BrowserRule[] = [
	browserUnread,
	browserCrash,
	browserUnreachable,
	browserRequest,
	browserConsole,
	browserGone,
	browserMissing,
	browserCovered,
	browserDisabled,
	browserUnheard,
	browserNavigation,
	browserOperands,
	browserSlow,
	browserBusy,
	browserAbsent,
];
