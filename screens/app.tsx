import {Box} from 'ink';
import {useMemo} from 'react';
import {Footer} from '../components/footer.tsx';
import {Header} from '../components/header.tsx';
import {Help} from '../components/help.tsx';
import {Notice} from '../components/notice.tsx';
import {Panel} from '../components/panel.tsx';
import {StatusLine} from '../components/status-line.tsx';
import {useDashboard, useSelected} from '../hooks/use-dashboard.ts';
import {useGlyphs} from '../hooks/use-glyphs.ts';
import {useKeys} from '../hooks/use-keys.ts';
import {useTerminalSize} from '../hooks/use-terminal-size.ts';
import type {BatchMember} from '../source/contract/batch.ts';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {currentPlace, currentView, type Place} from '../source/stores/navigation.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {Stroke} from '../source/terminal/strokes.ts';
import type {Actions, Stage} from './actions/action.ts';
import {footerBindings} from './footer-bindings.ts';
import {batchList, currentList} from './current-list.ts';
import {helpSections} from './help-sections.ts';
import {type Layout, layoutScreen, smallest} from './layout.ts';
import {noticeOf, pollingOf} from './notice-of.ts';
import {OverlayLayer} from './overlays.tsx';
import {ProjectsScreen} from './projects.tsx';
import {RunScreen} from './run.tsx';
import {TestsScreen} from './tests.tsx';

const noMembers: readonly BatchMember[] = [];

type Props = {stage: Stage; actions: Actions; onStroke(stroke: Stroke): void};

/** The frame around every screen: breadcrumb, notice, body, footer, status line. */
export function App({stage, actions, onStroke}: Props) {
	const {ui, navigation, session} = useDashboard();
	const {columns, rows} = useTerminalSize();
	const overlay = useSelected(ui.store, state => state.overlay);
	const connection = useSelected(session.store, state => state.connection);
	const {screen, focus, isZoomed} = useSelected(navigation.store, state => ({
		screen: currentPlace(state).screen,
		focus: state.focus,
		isZoomed: state.isZoomed,
	}));
	useKeys(onStroke);
	const layout = useMemo(
		() => layoutScreen({screen, columns, rows, isZoomed, focus}),
		[screen, columns, rows, isZoomed, focus],
	);
	const bodyHeight = layout.head + layout.body.height;

	if (columns < smallest.columns || rows < smallest.rows) return <TooSmall columns={columns} rows={rows} />;
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<TopLines width={columns} />
			<Box height={bodyHeight} flexShrink={0}>
				{connection.kind === 'refused' ? (
					<Panel
						title="The service does not accept this key any more"
						titleRole="failed"
						lines={[
							connection.error.message,
							'',
							connection.error.nextAction || 'svc setup stores another key.',
							'q quits.',
						]}
						width={columns}
						height={bodyHeight}
					/>
				) : overlay?.kind === 'help' ? (
					<Help
						sections={helpSections(stage.bindings, screen)}
						scroll={overlay.scroll}
						width={columns}
						height={bodyHeight}
					/>
				) : (
					<Screen screen={screen} layout={layout} />
				)}
			</Box>
			<BottomLines stage={stage} actions={actions} width={columns} />
			{overlay && <OverlayLayer overlay={overlay} stage={stage} actions={actions} area={{columns, rows}} />}
		</Box>
	);
}

function Screen({screen, layout}: {screen: Place['screen']; layout: Layout}) {
	if (screen === 'projects') return <ProjectsScreen layout={layout} />;
	return screen === 'tests' ? <TestsScreen layout={layout} /> : <RunScreen layout={layout} />;
}

function TooSmall({columns, rows}: {columns: number; rows: number}) {
	const lines = [`This terminal has ${columns}×${rows}.`, 'Make it larger to go on, or press q to quit.'];
	const title = `svc needs at least ${smallest.columns}×${smallest.rows}`;
	return <Panel title={title} lines={lines} width={columns} height={rows} />;
}

function TopLines({width}: {width: number}) {
	const dashboard = useDashboard();
	const {navigation, session, ui, projects, tests, batches} = dashboard;
	const {caret} = useGlyphs();
	const state = useSelected(navigation.store, value => value);
	const {connection} = useSelected(session.store, value => ({connection: value.connection}));
	const {typing, toast} = useSelected(ui.store, value => ({typing: value.typing, toast: value.toast}));
	const now = useSelected(ui.store, value => (connection.kind === 'offline' ? value.now : 0));
	const listed = {
		projects: useSelected(projects.store, value => ({
			all: value.projects,
			error: value.error,
			isLoaded: value.isLoaded,
		})),
		tests: useSelected(tests.store, value => ({all: value.tests, error: value.error, isLoaded: value.isLoaded})),
		run: useSelected(batches.store, ({batch, error}) => ({
			all: batch?.members ?? noMembers,
			error,
			isLoaded: batch !== null,
		})),
	}[currentPlace(state).screen];
	const counts = {shown: shownRows(dashboard, currentPlace(state).screen), all: listed.all.length};
	const notice = noticeOf({
		session: {connection},
		ui: {typing, toast, now},
		view: currentView(state),
		counts,
		staleError: listed.isLoaded ? listed.error : null,
		caret,
	});
	return (
		<>
			<Header crumbs={crumbsOf(dashboard)} aside={asideOf(dashboard)} width={width} />
			<Notice notice={notice} width={width} />
		</>
	);
}

/** Rows of the list, heads of waves not counted. */
const shownRows = (dashboard: Dashboard, screen: Place['screen']): number =>
	screen === 'run'
		? batchList(dashboard).rows.filter(({kind}) => kind === 'member').length
		: currentList(dashboard).rows.length;

function crumbsOf({navigation, tests, projects}: Dashboard): string[] {
	const place = currentPlace(navigation.store.getState());
	if (place.screen === 'projects') return ['Projects'];
	const {projectId, project} = tests.store.getState();
	const id = place.projectId ?? projectId;
	const known = project?.id === id ? project : projects.store.getState().projects.find(other => other.id === id);
	const name = known?.name ?? id ?? 'several projects';
	return place.screen === 'tests' ? ['Projects', name, 'Tests'] : ['Projects', name, `Run ${place.batchId}`];
}

/** How much there is, at the right end of the header. */
function asideOf({navigation, tests, projects}: Dashboard): Span[] {
	const {screen} = currentPlace(navigation.store.getState());
	if (screen === 'run') return [];
	const {isComplete, count, marked} =
		screen === 'projects'
			? {...projects.store.getState(), count: projects.store.getState().projects.length, marked: 0}
			: {
					...tests.store.getState(),
					count: tests.store.getState().tests.length,
					marked: tests.store.getState().marked.size,
				};
	const what = screen === 'projects' ? 'project' : 'test';
	if (count === 0) return [];
	return [
		...(marked > 0 ? [{text: `${marked} selected   `, role: 'key' as const}] : []),
		{text: `${count} ${what}${count === 1 ? '' : 's'}${isComplete ? '' : ' so far'}`, role: 'muted'},
	];
}

function BottomLines({stage, actions, width}: {stage: Stage; actions: Actions; width: number}) {
	const dashboard = useDashboard();
	const {navigation, session, ui, tests, batches, projects} = dashboard;
	useSelected(navigation.store, ({stack, views, focus}) => ({stack, views, focus}));
	useSelected(tests.store, value => ({tests: value.tests, marked: value.marked}));
	useSelected(projects.store, value => value.projects);
	useSelected(batches.store, ({batch}) => ({phase: batch?.phase}));
	const {pendingKeys} = useSelected(ui.store, state => ({
		pendingKeys: state.pendingKeys,
		overlay: state.overlay?.kind,
		isTyping: state.typing !== null,
	}));
	const state = useSelected(session.store, value => value);
	return (
		<>
			<Footer {...footerBindings(stage, actions)} pendingKeys={pendingKeys} width={width} />
			<StatusLine
				profile={state.profile}
				endpoint={state.endpoint}
				latencyMs={state.latencyMs}
				polling={pollingOf(state)}
				credits={state.credits}
				width={width}
			/>
		</>
	);
}
