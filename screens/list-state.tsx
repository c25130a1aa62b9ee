import {Panel} from '../components/panel.tsx';
import {errorLine} from './actions/report.ts';
import type {Area} from './layout.ts';

type Props = {
	area: Area;
	isLoaded: boolean;
	error: unknown;
	/** There are rows, but a filter hides them. */
	isFiltered: boolean;
	/** What to say, and what to do, where there is nothing. */
	empty: {title: string; lines: readonly string[]};
};

/** A list without rows: still reading, failed, filtered out, or really empty. */
export function ListState({area, isLoaded, error, isFiltered, empty}: Props) {
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
	return <Panel {...area} {...empty} />;
}
