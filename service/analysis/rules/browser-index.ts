import {browserAbsent} from './browser-absent.ts';
import {browserBusy} from './browser-busy.ts';
import {browserConsole} from './browser-console.ts';
import {browserCovered} from './browser-covered.ts';
import {browserCrash} from './browser-crash.ts';
import {browserDisabled} from './browser-disabled.ts';
import {browserGone} from './browser-gone.ts';
import {browserMissing} from './browser-missing.ts';
import {browserNavigation} from './browser-navigation.ts';
import {browserOperands} from './browser-operands.ts';
import {browserRequest} from './browser-request.ts';
import type {BrowserRule} from './browser-rule.ts';
import {browserSlow} from './browser-slow.ts';
import {browserUnreachable} from './browser-unreachable.ts';
import {browserUnread} from './browser-unread.ts';

/**
 * Every rule about plans in the order of trust (frontend.md 9); before them what is certain by itself: a step that was
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
	browserNavigation,
	browserOperands,
	browserSlow,
	browserBusy,
	browserAbsent,
];
