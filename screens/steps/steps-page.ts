import {counted} from '../../source/view-model/counted.ts';
import {stepDetailLines} from '../../components/steps/step-detail-lines.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {listed, type Page, type Reader} from '../reader.ts';
import {healOf, shownSteps, stepRows} from './shown-steps.ts';
import {unfoldedText} from '../../source/terminal/spans.ts';

/** The steps of a run in words; each tells more when it is chosen. */
export function stepsPage(reader: Reader): Page {
	const {dashboard, say} = reader;
	const shown = shownSteps(dashboard);
	if (!shown) return {lines: ['Reading the steps.'], choices: []};
	const rows = stepRows(dashboard);
	return {
		lines: [cleanLine(`${shown.run.testTitle ?? 'The run'}: ${shown.run.status}, ${counted(rows.length, 'step')}.`)],
		choices: [
			...listed(reader, rows, step => ({
				label: cleanLine(`${Number(step.stepIndex)}. ${step.description}: ${step.status ?? 'not reached'}`),
				do: () =>
					say(
						unfoldedText(width =>
							stepDetailLines(step, healOf(dashboard, step), {glyphs: glyphSets.ascii, width}),
						).split('\n'),
					),
			})),
		],
	};
}
