import type {Test, TestCode} from '../../contract/test.ts';
import type {Ui} from '../../source/stores/ui.ts';
import type {EditEnd} from '../../source/terminal/terminal-effects.ts';
import type {Stage} from '../screen-view.ts';
import {errorLine} from '../action.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';

/** Code that lies behind an address instead of in the answer is too large for the dashboard. */
const isAddress = (code: string) => code.startsWith('https://');

/** A test, as far as its code goes. */
type TestName = Pick<Test, 'id' | 'name'>;

type ReadableCode = TestCode & {code: string};

async function readCode({dashboard}: Stage, {id}: TestName): Promise<ReadableCode | null> {
	const answer = await dashboard.storeOf(testDetailsStore).readCode(id);
	const {code} = answer;
	if (code !== null && !isAddress(code)) return {...answer, code};
	dashboard.ui.toast(
		code === null ? 'This test has no code yet.' : `The code is large. Read it with: svc test code get ${id}`,
	);
	return null;
}

const fileName = ({id}: TestName, {language}: TestCode) => {
	const endings: Record<string, string> = {python: 'py', typescript: 'ts', javascript: 'js'};
	return `${id.replace(/[^\w-]/g, '')}.${endings[language] ?? 'txt'}`;
};

/** Opens a test's code in the editor and puts it back, guarded by the version that was read. */
export async function editCode(stage: Stage, test: TestName): Promise<void> {
	const {dashboard, terminal} = stage;
	const {ui, context} = dashboard;
	const details = dashboard.storeOf(testDetailsStore);
	const read = await readCode(stage, test);
	if (!read) return;
	const end = await terminal.edit(fileName(test, read), read.code, async changed => {
		const {warnings} = await details.writeCode(test.id, changed, read.codeVersion ?? '*');
		ui.toast(warnings?.[0] ?? `Saved the code of ${test.name}`, warnings?.[0] ? 'info' : 'success');
		await details.reload(context.ended);
	});
	tellEditorEnd(ui, end, {unchanged: 'Nothing was changed.', kept: 'The code was not saved'});
}

/**
 * Says how an editor was left without anything being stored. What was kept in a file stays until it was read: the text is
 * nowhere else.
 *
 * @param words `kept` is a title, `again` a last line that says how to go on from the file
 */
export function tellEditorEnd(ui: Ui, end: EditEnd, words: {unchanged: string; kept: string; again?: string}): void {
	if (end.kind === 'unchanged') ui.toast(words.unchanged);
	if (end.kind === 'failed') ui.toast(`The editor failed: ${end.reason}. Set $EDITOR to another one.`, 'error');
	if (end.kind === 'kept')
		ui.open({
			kind: 'menu',
			title: words.kept,
			lines: [errorLine(end.error), '', 'Your text is in', end.path, ...(words.again ? [words.again] : [])],
			choices: [{id: 'close', label: 'Go on'}],
			cursor: 0,
			onChoose: ui.close,
		});
}

/** Shows a test's code in the pager. */
export async function pageCode(stage: Stage, test: Test): Promise<void> {
	const read = await readCode(stage, test);
	if (!read) return;
	const end = await stage.terminal.page(fileName(test, read), read.code);
	if ('error' in end) stage.dashboard.ui.toast(`The pager failed: ${end.error}. Set $PAGER to another one.`, 'error');
}
