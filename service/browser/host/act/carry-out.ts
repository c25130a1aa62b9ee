import type {ActionPart} from '../../../../source/plan-language/reading.ts';
import type {Act} from './act.ts';
import {capture} from './capture.ts';
import {pickDate} from './date.ts';
import {download} from './download.ts';
import {append, clear, fill, press, search, setChecked} from './field.ts';
import {clearStorage, follow, goTo, move, resize, switchTab} from './navigate.ts';
import {answerConsent, click, drag, hover, pick, scroll} from './pointer.ts';
import {select} from './select.ts';
import {sort} from './sort.ts';
import {step} from './step.ts';
import {upload} from './upload.ts';

/** Carries out an action on the elements that were found for it. Throws `StepFailed`. */
export async function carryOut(act: Act, part: ActionPart): Promise<void> {
	const {session} = act;
	switch (part.op) {
		case 'goto':
			return goTo(session, part.address);
		case 'go':
			return follow(act, part.names);
		case 'back':
		case 'forward':
		case 'reload':
			return move(session, part.op);
		case 'click':
		case 'double_click':
		case 'right_click':
		case 'long_press':
		case 'do':
			return click(act, part.op);
		case 'hover':
			return hover(act);
		case 'pick':
			return pick(act);
		case 'download':
			return download(act);
		case 'fill':
			return fill(act, part.value);
		case 'append':
			return append(act, part.value);
		case 'clear':
			return clear(act);
		case 'step':
			return step(act, part);
		case 'sort':
			return sort(act, part);
		case 'search':
			return search(act, part.value);
		case 'check':
		case 'uncheck':
			return setChecked(act, part.op === 'check');
		case 'press':
			return press(act, part.key, part.times);
		case 'select':
			return select(act, part.values);
		case 'pick_date':
			return pickDate(act, part.day);
		case 'scroll':
			return scroll(act, part.to);
		case 'drag':
			return drag(act, part.to);
		case 'upload':
			return upload(act, [part.file, ...(part.more ?? [])], part.bytes);
		case 'capture':
			return capture(act, part);
		case 'tab':
			return switchTab(session, part.to);
		case 'consent':
			return answerConsent(act);
		case 'storage':
			return clearStorage(session, part.clear);
		case 'viewport':
			return resize(session, part.width, part.height);
		case 'login':
		case 'wait':
		case 'dialog':
			// The runner of steps does these: they are made of other parts.
			return;
	}
}
