import {PlanHead} from '../../components/plan/plan-head.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard} from '../../hooks/use-dashboard.ts';
import {openFindingCount} from '../findings/finding-list.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {ScreenView} from '../screen-view.ts';
import {readyCount} from './change-list.ts';
import {conversationList, conversationView} from './conversation-view.tsx';

const empty = {
	title: 'Nothing was changed in words yet',
	needs: 'write:tests' as const,
	lines: [
		'Press i and say what should be different, for example:',
		'',
		'keep only happy paths; make checkout high; a duplicate code is refused; skip /admin',
		'',
		'What it would change is shown first; you accept it, or parts of it, and can take it back.',
	],
};

const Body = ({layout}: {layout: Layout}) => (
	<ListScreen
		layout={layout}
		{...conversationList}
		empty={empty}
		head={<Head width={layout.body.width} height={layout.head} />}
	/>
);

function Head({width, height}: {width: number; height: number}) {
	const dashboard = useDashboard();
	useChanges(dashboard.screens.of({screen: 'changes'}).sources(dashboard));
	return (
		<PlanHead
			tab="changes"
			openFindings={openFindingCount(dashboard)}
			readyChanges={readyCount(dashboard)}
			lines={[[{text: ' What was said or learned, and what it changes. i says more.', role: 'muted'}]]}
			width={width}
			height={height}
		/>
	);
}

export const changesView: ScreenView = conversationView('changes', Body);
