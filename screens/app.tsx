import {Box} from 'ink';
import {useMemo} from 'react';
import {Footer} from '../components/footer.tsx';
import {Header} from '../components/header.tsx';
import {Help} from '../components/help.tsx';
import {Notice, noticeLines} from '../components/notice.tsx';
import {Panel} from '../components/panel.tsx';
import {ScreenStrip, type StripItem} from '../components/screen-strip.tsx';
import {StatusLine} from '../components/status-line.tsx';
import {useDashboard, useSelected, useTerminalSize, useMinute} from '../hooks/use-dashboard.ts';
import {useKeys, useGlyphs, CoveredContext} from '../hooks/use-terminal.ts';
import {useSources} from '../hooks/use-sources.ts';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {currentPlace, currentView} from '../source/stores/navigation.ts';
import {bindingId} from '../source/terminal/key-table.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {Stroke} from '../source/terminal/strokes.ts';
import type {Actions} from './action.ts';
import type {Stage} from './screen-view.ts';
import {batchName} from './run-words.ts';
import {currentList} from './current-list.ts';
import {footerBindings} from './keys/footer-bindings.ts';
import {projectAtHand} from './go-to.ts';
import {helpSections} from './keys/help-sections.ts';
import {permittedBindings, whoWords} from './keys/permitted.ts';
import {hasStripLine, layoutScreen, smallest} from './layout.ts';
import {noticeOf, pollingOf} from './notice-of.ts';
import {OverlayLayer} from './overlays.tsx';
import {screenOf} from './registry.ts';
import {stripItems} from './strip-items.ts';
import {projectsStore} from '../source/stores/projects.ts';
import {redCountsStore} from '../source/stores/red-tests.ts';

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
	const definition = screenOf({screen});
	const {shape} = definition;
	const layout = useMemo(
		() => layoutScreen({shape, columns, rows, isZoomed, focus}),
		[shape, columns, rows, isZoomed, focus],
	);
	const {Body} = useSelected(stage.views, views => ({Body: views.get(screen)?.Body}));
	const bodyHeight = layout.head + layout.body.height;

	if (columns < smallest.columns || rows < smallest.rows) return <TooSmall columns={columns} rows={rows} />;
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			{!layout.isBare && <TopLines stage={stage} width={columns} hasStripLine={hasStripLine(rows)} />}
			<Box height={bodyHeight} flexShrink={0}>
				{connection.kind === 'refused' && definition.needsKey !== false ? (
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
						head={whoWords(session.store.getState())}
						sections={helpSections(permittedBindings(stage), definition)}
						scroll={overlay.scroll}
						width={columns}
						height={bodyHeight}
					/>
				) : (
					Body && (
						<CoveredContext.Provider value={overlay !== null}>
							<Body layout={layout} />
						</CoveredContext.Provider>
					)
				)}
			</Box>
			{!layout.isBare && <BottomLines stage={stage} actions={actions} width={columns} />}
			{overlay && <OverlayLayer overlay={overlay} stage={stage} actions={actions} area={{columns, rows}} />}
		</Box>
	);
}

function TooSmall({columns, rows}: {columns: number; rows: number}) {
	const lines = [`This terminal has ${columns}×${rows}.`, 'Make it larger to go on, or press q to quit.'];
	const title = `svc needs at least ${smallest.columns}×${smallest.rows}`;
	return <Panel title={title} lines={lines} width={columns} height={rows} />;
}

type TopProps = {stage: Stage; width: number; hasStripLine: boolean};

function TopLines({stage, width, hasStripLine: hasOwnLine}: TopProps) {
	const dashboard = useDashboard();
	const {navigation, session, ui, screens, batches, tests} = dashboard;
	const projects = dashboard.storeOf(projectsStore);
	const {caret} = useGlyphs();
	const state = useSelected(navigation.store, value => value);
	const {connection, unserved} = useSelected(session.store, value => ({
		connection: value.connection,
		unserved: value.unserved,
	}));
	const {typing, toast} = useSelected(ui.store, value => ({typing: value.typing, toast: value.toast}));
	const wallTime = useSelected(ui.store, value => (connection.kind === 'offline' ? value.wallTime : 0));
	const place = currentPlace(state);
	const screen = screenOf(place);
	// The breadcrumb says how long ago a run was.
	useMinute();
	// What the stores say of the place, as values that can be compared: another row must not draw the head again.
	const red = dashboard.storeOf(redCountsStore);
	const sources = [...screens.of(place).sources(dashboard), batches.store, tests.store, projects.store, red.store];
	const {isLoaded, error, all, shown, words} = useSources(sources, () => {
		const {count, ...rest} = screen.state(dashboard, place);
		const head = {
			crumbs: crumbsOf(dashboard),
			headerEnd: screen.headerEnd?.(dashboard, place) ?? [],
			strip: stripItems(dashboard, stage.bindings),
		};
		return {...rest, all: count, shown: shownRows(dashboard), words: JSON.stringify(head)};
	});
	const {crumbs, headerEnd, strip} = JSON.parse(words) as {crumbs: string[]; headerEnd: Span[]; strip: StripItem[]};
	const notice = noticeOf({
		session: {connection, unserved},
		ui: {typing, toast, wallTime},
		view: currentView(state),
		counts: {shown, all},
		staleError: isLoaded ? error : null,
		caret,
	});
	const isLong = hasOwnLine && notice !== null && noticeLines(notice, width).length > 1;
	return (
		<>
			<Header crumbs={crumbs} headerEnd={headerEnd} width={width} />
			{notice !== null && isLong ? (
				// It takes the line of the strip for as long as it stands.
				<Notice notice={notice} width={width} lines={2} />
			) : (
				<>
					{(hasOwnLine || notice === null) && <ScreenStrip items={strip} width={width} />}
					{(hasOwnLine || notice !== null) && <Notice notice={notice} width={width} />}
				</>
			)}
		</>
	);
}

function shownRows(dashboard: Dashboard): number {
	const list = currentList(dashboard);
	return list.shown?.() ?? list.rows.length;
}

function crumbsOf(dashboard: Dashboard): string[] {
	const {navigation, tests} = dashboard;
	const projects = dashboard.storeOf(projectsStore);
	const place = currentPlace(navigation.store.getState());
	const screen = screenOf(place);
	const end = screen.crumb?.(dashboard, place) ?? screen.title;
	if (screen.scope === 'service') return screen.name === 'projects' ? [end] : ['Projects', end];
	const {project} = tests.store.getState();
	const id = place.projectId ?? projectAtHand(dashboard);
	const known = project?.id === id ? project : projects.store.getState().projects.find(other => other.id === id);
	const batch = place.batchId && screen.name !== 'run' ? [batchName(dashboard, place.batchId)] : [];
	return ['Projects', known?.name ?? id ?? 'several projects', ...batch, end];
}

function BottomLines({stage, actions, width}: {stage: Stage; actions: Actions; width: number}) {
	const dashboard = useDashboard();
	const {navigation, session, ui, screens} = dashboard;
	useSelected(navigation.store, ({stack, views, focus, isZoomed}) => ({stack, views, focus, isZoomed}));
	const {pendingKeys} = useSelected(ui.store, state => ({
		pendingKeys: state.pendingKeys,
		overlay: state.overlay?.kind,
		isTyping: state.typing !== null,
	}));
	const state = useSelected(session.store, value => value);
	const place = currentPlace(navigation.store.getState());
	// Drawn again when other keys can be used, not at every row that changes.
	useSources(screens.of(place).sources(dashboard), () => ({
		usable: footerBindings(stage, actions).bindings.map(bindingId).join(' '),
	}));
	return (
		<>
			<Footer {...footerBindings(stage, actions)} pendingKeys={pendingKeys} width={width} />
			<StatusLine
				profile={state.profile}
				endpoint={state.endpoint}
				latencyMs={state.latencyMs}
				polling={pollingOf(state)}
				credits={state.credits}
				who={state.who}
				width={width}
			/>
		</>
	);
}
