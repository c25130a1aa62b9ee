import {Box} from 'ink';
import {consoleLines, requestLines, textLinesOf} from '../../components/steps/evidence-lines.ts';
import {Picture} from '../../components/steps/picture.tsx';
import {wrapped} from '../../components/pane-lines.ts';
import {stepDetailLines} from '../../components/steps/step-detail-lines.ts';
import {isLiveStep, stepCells, stepColumns} from '../../components/steps/step-row.ts';
import {tabSpans} from '../../components/tab-spans.ts';
import {type PaneLine, TextPane} from '../../components/text-pane.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard, useSelected, useMinute} from '../../hooks/use-dashboard.ts';
import type {RunStep} from '../../contract/run.ts';
import {useGlyphs, useColorDepth} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {type StepTab, stepsStore} from '../../source/stores/steps.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {errorLine} from '../action.ts';
import type {Area, Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {healOf, picturedStep, selectedStep, shownTab, tabsOf, wantedPart} from './shown-steps.ts';
import {stepsActions, turnTab} from './steps-actions.ts';
import {unfoldedText} from '../../source/terminal/spans.ts';

const empty = {
	title: 'This run has no steps yet',
	lines: [
		'The steps of a plan are listed here as they are carried out.',
		'',
		'A test in Python has a step for each call once it has ended; 8 shows its calls while it runs.',
	],
};

const callsHint = '8 shows its request and its answer.';

const muted = (text: string): PaneLine => [{text, role: 'muted'}];

/** What was read of the wanted part: its bytes, or why there are none. */
function partNow(dashboard: Dashboard, tab: StepTab): {bytes: Uint8Array | null; problem: string} {
	const wanted = wantedPart(dashboard, tab);
	if (wanted === null) return {bytes: null, problem: 'Nothing is kept of this step.'};
	const {key, data, error} = dashboard.storeOf(stepsStore).part.store.getState();
	if (key !== wanted) return {bytes: null, problem: 'Reading'};
	return {bytes: data, problem: error === null ? 'Reading' : `This could not be read: ${errorLine(error)}`};
}

/** The evidence of a tab as text. */
function evidenceLines(dashboard: Dashboard, tab: StepTab, width: number): PaneLine[] {
	const {bytes, problem} = partNow(dashboard, tab);
	if (bytes === null) return wrapped(problem, width, 'muted');
	if (tab === 'picture') return [muted('o opens the picture.')];
	const text = new TextDecoder().decode(bytes);
	if (tab === 'console') return consoleLines(text, width);
	return tab === 'network' ? requestLines(text, width) : textLinesOf(text, width);
}

function aboutStep(dashboard: Dashboard, step: RunStep, look: {glyphs: Glyphs; width: number}): PaneLine[] {
	const {isBefore} = dashboard.storeOf(stepsStore).view.getState();
	const shown = shownTab(dashboard);
	const lines = stepDetailLines(step, healOf(dashboard, step), look);
	if (shown === null) return lines;
	return [
		...lines,
		[],
		tabSpans(tabsOf(dashboard), shown, tab => (tab === 'picture' && isBefore ? 'picture before' : tab)),
	];
}

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const step = selectedStep(dashboard);
	if (!step) return [];
	const tab = shownTab(dashboard);
	const about = aboutStep(dashboard, step, {glyphs, width});
	if (tab !== null) return [...about, ...evidenceLines(dashboard, tab, width)];
	return step.action === 'request' ? [...about, [], ...wrapped(callsHint, width, 'muted')] : about;
}

/** Columns and rows below which a picture shows nothing. */
const least = {width: 20, height: 5};

/** The step in words, and its picture below them where the terminal can draw one; else its text. */
function StepPane({area}: {area: Area}) {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const depth = useColorDepth();
	const {part, view} = dashboard.storeOf(stepsStore);
	useChanges([part.store, view]);
	const {scroll, isZoomed} = useSelected(dashboard.navigation.store, state => ({
		scroll: state.detailScroll,
		isZoomed: state.isZoomed,
	}));
	const step = selectedStep(dashboard);
	const tab = shownTab(dashboard);
	const width = area.width - 1;
	const now = useMinute();
	const {bytes} = step && tab !== null ? partNow(dashboard, tab) : {bytes: null};
	const words = () => <TextPane lines={detailLines(dashboard, {glyphs, width, now})} scroll={scroll} {...area} />;
	if (!step || tab !== 'picture' || bytes === null || depth === null || area.width < least.width) return words();
	const room = area.height - least.height;
	const about = aboutStep(dashboard, step, {glyphs, width}).slice(0, isZoomed ? Math.max(0, room) : undefined);
	// Beside the list no word is cut for a picture: where both have no room, the words scroll, and p shows the picture.
	if (!isZoomed && about.length > room) return words();
	return (
		<Box flexDirection="column" width={area.width} height={area.height}>
			<TextPane lines={about} scroll={0} width={area.width} height={about.length} />
			<Picture bytes={bytes} width={width} height={area.height - about.length} />
		</Box>
	);
}

/** Reads what the pane shows of the step under the cursor. */
async function readPart(dashboard: Dashboard, _id: string, signal: AbortSignal): Promise<void> {
	const {part, view} = dashboard.storeOf(stepsStore);
	const read = () => {
		const wanted = wantedPart(dashboard, shownTab(dashboard));
		if (wanted !== null && part.store.getState().key !== wanted)
			// Why it failed is kept, and shown in its place.
			part.load(wanted, signal).catch(() => undefined);
	};
	read();
	// Another tab of the same step, until the cursor moves on.
	const unsubscribe = view.subscribe(read);
	signal.addEventListener('abort', unsubscribe, {once: true});
}

function Body({layout}: {layout: Layout}) {
	return (
		<ListScreen
			layout={layout}
			columns={stepColumns}
			cells={stepCells}
			empty={empty}
			detailLines={detailLines}
			Detail={StepPane}
			isLive={isLiveStep}
			onRest={readPart}
		/>
	);
}

export const stepsView: ScreenView = {
	Body,
	actions: stepsActions,
	detailLines,
	turnTab,
	copyText(dashboard, glyphs) {
		const step = selectedStep(dashboard);
		return step && picturedStep(dashboard, step)
			? unfoldedText(width => detailLines(dashboard, {glyphs, width, now: dashboard.ui.store.getState().minute}))
			: null;
	},
};
