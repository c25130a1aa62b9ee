import type {Script, ScriptPart, ScriptStep} from '../../../contract/script.ts';
import type {ActionPart, AssertionPart, Part} from '../../../source/plan-language/reading.ts';
import {capturedName, type Names, quoted} from './code-text.ts';
import {actionLines} from './export-action.ts';
import {assertionLines} from './export-assertion.ts';
import {readerLines} from './export-readers.ts';

/** What of the test goes into the file beside its script. */
export type ExportedPlan = {
	name: string;
	targetUrl: string;
	/** Texts of all steps, in their order. */
	steps: string[];
};

const assertionOps = new Set<string>([
	'visible',
	'text',
	'value',
	'labelled_text',
	'cell',
	'count',
	'each',
	'state',
	'url',
	'title',
	'page',
	'order',
	'sorted',
	'position',
	'attribute',
	'downloaded',
	'new_tab',
	'no_console_errors',
	'no_failed_requests',
	'request',
]);

const viewports: Record<string, string> = {
	desktop: '1280x800',
	laptop: '1440x900',
	tablet: '820x1180',
	phone: '390x844',
};

/**
 * The script as one file that runs with `npx playwright test` as it is: a `test.step` with the words of
 * the plan for each step, locators as a person would write them, an `expect` for each assertion, variables from the
 * environment. Steps without an entry (not reached in the run) stand there as comments.
 */
export function exportPlaywright(script: Script, plan: ExportedPlan): string {
	const names = new Set<string>();
	const home = homeCode(plan.targetUrl);
	const steps = plan.steps.map((text, place) => {
		const entry = script.steps.find(step => step.stepIndex === place + 1);
		return entry ? stepLines(entry, text, names, home) : [`\t// Not reached: ${text.replace(/\s+/g, ' ')}`];
	});
	const body = steps.flat();
	const whole = body.join('\n');
	const tabs = /\bpage = /.test(whole);
	const context = /\bcontext\b/.test(whole) ? ', context' : '';
	const [width, height] = (viewports[script.viewport] ?? script.viewport).split('x');
	const phone = script.viewport === 'phone' ? ', hasTouch: true' : '';
	const isRead = /\breadFileSync\b/.test(whole);
	const download = /\bdownloads\b/.test(whole) ? 'type Download, ' : '';
	return [
		...(isRead ? ["import {readFileSync} from 'node:fs';"] : []),
		`import {${download}expect as withDefaults, test} from '@playwright/test';`,
		'',
		...readerLines(whole),
		'const expect = withDefaults.configure({timeout: 30_000});',
		`test.use({baseURL: ${quoted(plan.targetUrl)}, viewport: {width: ${width}, height: ${height}}, actionTimeout: 30_000${phone}});`,
		'',
		`test(${quoted(plan.name)}, async ({page${tabs ? ': first' : ''}${context}}) => {`,
		'\ttest.setTimeout(900_000);',
		...(tabs ? ['\tlet page = first;'] : []),
		...watchLines(whole),
		...[...names].map(name => `\tlet ${capturedName(name)} = '';`),
		...(opensPage(script) ? [] : [`\t${home}`]),
		...body,
		'});',
		'',
	].join('\n');
}

const opensPage = (script: Script) => script.steps[0]?.stepIndex === 1 && script.steps[0].parts[0]?.op === 'goto';

/** What happens beside the page is noted from the beginning. */
function watchLines(body: string): string[] {
	return [
		...(/\bconsoleErrors\b/.test(body)
			? [
					'\tconst consoleErrors: string[] = [];',
					"\tpage.on('console', message => void (message.type() === 'error' && consoleErrors.push(message.text())));",
					"\tpage.on('pageerror', error => void consoleErrors.push(error.message));",
				]
			: []),
		...(/\bfailedRequests\b/.test(body)
			? [
					'\tconst failedRequests: string[] = [];',
					"\tpage.on('requestfailed', request => void failedRequests.push(request.url()));",
					"\tpage.on('response', response => void (response.status() >= 400 && failedRequests.push(response.url())));",
				]
			: []),
		...(/\banswers\b/.test(body)
			? [
					'\tconst answers: string[] = [];',
					"\tpage.on('response', response => void answers.push([response.request().method(), new URL(response.url()).pathname, response.status()].join(' ')));",
				]
			: []),
		...(/\bdownloads\b/.test(body)
			? ['\tconst downloads: Download[] = [];', "\tpage.on('download', download => void downloads.push(download));"]
			: []),
	];
}

/** Empty is the base URL itself, with its path and without its fragment. */
const homeCode = (targetUrl: string) => `await page.goto(${quoted(new URL(targetUrl).hash === '' ? '' : targetUrl)});`;

function stepLines(step: ScriptStep, text: string, names: Set<string>, home: string): string[] {
	const lines = step.parts.flatMap((part, place) => [
		...armed(step.parts[place + 1]),
		...(part.op === 'goto' && (part.part as {address?: string}).address === '' ? [home] : partLines(part, names)),
	]);
	return [`\tawait test.step(${quoted(text)}, async () => {`, ...lines.map(line => `\t\t${line}`), '\t});'];
}

/** The answer to a dialog is ready before the part that opens it. */
function armed(next: ScriptPart | undefined): string[] {
	if (next?.op !== 'dialog') return [];
	const {answer, text} = next.part as Extract<ActionPart, {op: 'dialog'}>;
	return [`page.once('dialog', dialog => dialog.${answer}(${answer === 'accept' && text ? quoted(text.text) : ''}));`];
}

function partLines(saved: ScriptPart, names: Set<string>): string[] {
	const part = saved.part as unknown as Part;
	if (part.op === 'wait' && part.until !== 'quiet') return assertionLines(part.until, saved.elements, names as Names);
	if (assertionOps.has(part.op)) return assertionLines(part as AssertionPart, saved.elements, names as Names);
	const lines = actionLines(part as ActionPart, saved.elements, names as Names);
	if (part.op === 'capture') names.add(part.name.replace(/^VAR_/, ''));
	if (saved.closesTab)
		return ["const closed = page.waitForEvent('close');", ...lines, 'await closed;', 'page = context.pages().at(-1)!;'];
	if (!saved.opensTab) return lines;
	return ["const opened = context.waitForEvent('page');", ...lines, 'page = await opened;'];
}
