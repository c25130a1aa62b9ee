import type {ReactNode} from 'react';
import {DetailFrame} from '../components/detail-frame.tsx';
import {useDashboard, useSelected} from '../hooks/use-dashboard.ts';
import {useGlyphs} from '../hooks/use-terminal.ts';
import {type CurrentList, listEdge} from './current-list.ts';
import type {Layout} from './layout.ts';

type Props<Row> = {
	layout: Layout;
	/** The rows, of which the line between the panes shows where the window is. */
	list: CurrentList<Row>;
	/** Null where there is no room for it. */
	rows: ReactNode;
	pane: ReactNode;
};

/** A list and the pane of its row under the cursor, side by side or one over the other, as the layout has room. */
export function ListAndPane<Row>({layout: {direction, body}, list, rows, pane}: Props<Row>) {
	const glyphs = useGlyphs();
	const {focus} = useSelected(useDashboard().navigation.store, state => ({focus: state.focus}));
	return (
		<DetailFrame
			direction={direction}
			length={direction === 'row' ? body.height : body.width}
			edge={listEdge(list, body.height, glyphs)}
			isDetailFocused={focus === 'detail'}
			list={rows}
			detail={pane}
		/>
	);
}
