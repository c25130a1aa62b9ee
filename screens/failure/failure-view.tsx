import {Box} from 'ink';
import {Line} from '../../components/line.tsx';
import {statusSpan} from '../../components/status-text.ts';
import {tabSpans} from '../../components/tab-spans.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import type {Run} from '../../contract/run.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {cutSpans, type Span, spansWidth} from '../../source/terminal/spans.ts';
import {failingLine} from '../../source/view-model/failing-point.ts';
import {type Actions, attempt} from '../action.ts';
import {openAddress, pageText, readInEditor} from '../actions/hand-over.ts';
import {currentLayout} from '../current-list.ts';
import {failureActions} from '../failures/failure-actions.ts';
import {openFailure} from '../failures/open-failure.ts';
import type {Layout} from '../layout.ts';
import {Pane} from '../list-screen.tsx';
import {ListState} from '../list-state.tsx';
import type {Look, ScreenView, Stage} from '../screen-view.ts';
import {shownFailure, shownMember, shownTab, failureTabs, tabBeside, tabTitles} from './shown-failure.ts';
import {selectTabLines, tabText} from './tab-lines.ts';

/** Lines that were made last. */
const linesStore = storeKey(() => ({lines: selectTabLines()}));

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const shown = shownFailure(dashboard);
	return shown ? dashboard.storeOf(linesStore).lines(shown, shownTab(dashboard), {glyphs, width}) : [];
}

function Body({layout: {head, body, detail}}: {layout: Layout}) {
	const dashboard = useDashboard();
	const place = currentPlace(dashboard.navigation.store.getState());
	const screen = dashboard.screens.of(place);
	useChanges(screen.sources(dashboard));
	useSelected(dashboard.navigation.store, ({views}) => ({views}));
	const {isLoaded, error} = screen.state(dashboard, place);
	return (
		<Box flexDirection="column">
			{head > 0 && <TabLines width={body.width} height={head} />}
			{isLoaded && detail ? (
				<Pane area={detail} lines={detailLines} />
			) : (
				<ListState area={body} isLoaded={isLoaded} error={error} isFiltered={false} empty={{title: '', lines: []}} />
			)}
		</Box>
	);
}

/** What failed, and the tabs. */
function TabLines({width, height}: {width: number; height: number}) {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const member = shownMember(dashboard);
	const shown = shownFailure(dashboard);
	const tab = shownTab(dashboard);
	const status = member?.label ?? shown?.run.status;
	const name = member?.name ?? shown?.run.testTitle ?? '';
	const badges = shown?.context.failure.badges ?? [];
	const title: Span[] = [
		{text: ' '},
		...(status ? [statusSpan(cleanLine(status), glyphs), {text: '  '}] : []),
		{text: cleanLine(name), role: 'title'},
		...badges.map((badge): Span => ({text: `  ${cleanLine(badge)}`, role: 'key'})),
	];
	const titled = (form: 'short' | 'long') => tabSpans(failureTabs, tab, name => tabTitles[name][form]);
	const long = titled('long');
	const tabs = spansWidth(long) <= width ? long : titled('short');
	return (
		<Box flexDirection="column" height={height} width={width} flexShrink={0}>
			<Line spans={cutSpans(title, width, glyphs.ellipsis)} />
			<Line spans={cutSpans(tabs, width, glyphs.ellipsis)} />
		</Box>
	);
}

function turnTab({dashboard}: Stage, step: 1 | -1): void {
	const tab = tabBeside(shownTab(dashboard), step);
	dashboard.navigation.update({tab});
	if (tab === 'code') scrollToFailure(dashboard);
}

/** The failing line is where the eye goes first. */
function scrollToFailure(dashboard: Dashboard): void {
	const shown = shownFailure(dashboard);
	const line = shown && failingLine(shown.context);
	const {detail} = currentLayout(dashboard);
	if (line && detail) dashboard.navigation.scrollDetail(line - 1 - Math.floor(detail.height / 3));
}

function actions(stage: Stage): Actions {
	const {dashboard, glyphs} = stage;

	/** The shown tab as text, with a name for its file. */
	const textNow = () => {
		const shown = shownFailure(dashboard);
		if (!shown) return null;
		const tab = shownTab(dashboard);
		return {name: tab === 'code' ? 'code.py' : `${tab}.txt`, text: `${tabText(shown, tab, glyphs)}\n`};
	};
	const withText = (work: (name: string, text: string) => Promise<void>) => ({
		do() {
			const now = textNow();
			if (now) attempt(dashboard, () => work(now.name, now.text));
		},
		isAvailable: () => shownFailure(dashboard) !== null,
	});

	/** Addresses of the shown run that a browser can open, the most telling one first. */
	const addresses = (): string[] => {
		const shown = shownFailure(dashboard);
		if (!shown) return [];
		const {run, context} = shown;
		const step = context.steps.find(({stepIndex}) => stepIndex === context.result.failedStepIndex);
		const picture = shownTab(dashboard) === 'steps' ? step?.screenshotUrl : null;
		return [picture, run.executionUrl, run.dashboardUrl, run.videoUrl].filter(
			(url): url is string => typeof url === 'string' && /^https?:\/\//.test(url),
		);
	};

	return {
		'failure.nextTab': {do: () => turnTab(stage, 1)},
		'failure.previousTab': {do: () => turnTab(stage, -1)},
		...failureActions(stage, {
			layer: 'failure',
			selected: () => shownMember(dashboard),
			needsRun: true,
			show: ({runId}, way) => openFailure(dashboard, runId, {tab: shownTab(dashboard), isBeside: way === 'beside'}),
		}),
		'failure.page': withText((name, text) => pageText(stage, name, text)),
		'failure.editTab': withText((name, text) => readInEditor(stage, name, text)),
		'failure.browse': {
			do() {
				const [url] = addresses();
				if (url) openAddress(stage, url);
			},
			isAvailable: () => addresses().length > 0,
		},
	};
}

export const failureView: ScreenView = {
	Body,
	actions,
	detailLines,
	turnTab,
	copyText(dashboard, glyphs) {
		const shown = shownFailure(dashboard);
		if (!shown) return null;
		const tab = shownTab(dashboard);
		const text = tabText(shown, tab, glyphs);
		// Code stays code; the rest goes to people who do not see the screen around it.
		return tab === 'code' ? text : `${whereText(shown.run, shownMember(dashboard)?.name, glyphs)}\n\n${text}`;
	},
};

/** Which test of which project, when, in which run: what the rest of a copied text is about. */
const whereText = (
	{projectName, testTitle, finishedAt, runId}: Run,
	name: string | undefined,
	{crumb}: Glyphs,
): string =>
	[
		[projectName, name ?? testTitle]
			.filter(Boolean)
			.map(part => cleanLine(part ?? ''))
			.join(` ${crumb} `),
		[finishedAt?.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC'), runId].filter(Boolean).join(', '),
	].join('\n');
