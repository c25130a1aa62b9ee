import {Panel} from '../components/panel.tsx';
import type {Scope} from '../contract/enums.ts';
import {useDashboard, useSelected} from '../hooks/use-dashboard.ts';
import {maySend} from '../source/stores/session.ts';
import {errorLine} from './action.ts';
import type {Area} from './layout.ts';

type Props = {
	area: Area;
	isLoaded: boolean;
	error: unknown;
	/** There are rows, but a filter hides them. */
	isFiltered: boolean;
	empty: Empty;
};

/** What to say, and what to do, where there is nothing. `needs` = the scope without which it cannot be done. */
export type Empty = {title: string; lines: readonly string[]; needs?: Scope};

/** A list without rows: still reading, failed, filtered out, or really empty. */
export function ListState({area, isLoaded, error, isFiltered, empty}: Props) {
	const {session} = useDashboard();
	const mayDo = useSelected(session.store, state => ({mayDo: maySend(state, empty.needs)})).mayDo;
	if (isFiltered)
		return <Panel {...area} title="Nothing matches" lines={['No row matches the filter. Press Esc to clear it.']} />;
	if (error !== null)
		return (
			<Panel
				{...area}
				title="This could not be read"
				titleRole="failed"
				lines={[errorLine(error), '', 'Ctrl-r tries again.']}
			/>
		);
	if (!isLoaded) return <Panel {...area} title="Reading" titleRole="muted" lines={[]} />;
	const lines = mayDo ? empty.lines : [`Your key does not open ${empty.needs}: somebody else has to begin.`];
	return <Panel {...area} title={empty.title} lines={lines} />;
}
