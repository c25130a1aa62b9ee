import type {FailureContext, TestStep} from '../../contract/result.ts';
import {cellWidth} from '../../source/terminal/cell-text.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {labelled} from '../pane-lines.ts';
import {statusSpan} from '../status-text.ts';
import type {PaneLine} from '../text-pane.tsx';
import {nothing, section, textLines} from './section-lines.ts';

type Look = {glyphs: Glyphs; width: number};

/**
 * Steps of a run: the failing one with its neighbours in full, the others in a line.
 * @param page text of the page at the failing step; null where there is none
 */
export function stepLines({steps, result}: FailureContext, page: string | null, look: Look): PaneLine[] {
	if (steps.length === 0) return nothing('This run has no steps.', look.width);
	const failed = result.failedStepIndex ?? steps.find(({status}) => status === 'failed')?.stepIndex ?? null;
	return [
		...steps.flatMap(step => oneStep(step, failed !== null && Math.abs(step.stepIndex - failed) <= 1, look)),
		...section('Page at the failing step', page ? textLines(page, look.width) : []),
	];
}

function oneStep(step: TestStep, isNear: boolean, {glyphs, width}: Look): PaneLine[] {
	const {stepIndex, action, description, status, error, screenshotUrl, stepType} = step;
	const head: PaneLine = [
		{text: `${String(stepIndex).padStart(3)}  `, role: 'muted'},
		statusSpan(cleanLine(status ?? 'unknown'), glyphs),
		{text: `  ${cleanLine(stepType ?? action)}  `, role: 'muted'},
		{text: cleanLine(description)},
	];
	if (!isNear) return [head];
	const isWhole = cellWidth(head.map(({text}) => text).join('')) <= width;
	const room = width - indent.text.length;
	const more = [
		...(isWhole ? [] : textLines(description, room)),
		...labelled('Error', error === description ? null : error, room, 'failed'),
		...labelled('Picture', screenshotUrl ? 'press o to open it' : null, room),
	];
	// What is said of a step stands below its name.
	return [isWhole ? head : head.slice(0, 3), ...more.map(line => [indent, ...line])];
}

const indent = {text: ' '.repeat(5)};
