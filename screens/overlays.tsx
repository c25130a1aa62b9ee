import {ChoiceMenu} from '../components/choice-menu.tsx';
import {ConfirmDialog} from '../components/confirm-dialog.tsx';
import {Form} from '../components/form.tsx';
import {Palette} from '../components/palette.tsx';
import {textOf} from '../source/view-model/text-field.ts';
import type {Overlay} from '../source/stores/ui.ts';
import type {Actions, Stage} from './actions/action.ts';
import {paletteEntries} from './palette-entries.ts';

type Props = {overlay: Overlay; stage: Stage; actions: Actions; area: {columns: number; rows: number}};

/** What lies over the screen. Help is not here: it takes the place of the screen. */
export function OverlayLayer({overlay, stage, actions, area}: Props) {
	switch (overlay.kind) {
		case 'palette':
			return (
				<Palette
					field={overlay.field}
					cursor={overlay.cursor}
					items={paletteEntries(stage, actions, textOf(overlay.field))}
					area={area}
				/>
			);
		case 'menu':
			return <ChoiceMenu {...overlay} area={area} />;
		case 'confirm':
			return <ConfirmDialog {...overlay} area={area} />;
		case 'form':
			return <Form {...overlay} area={area} />;
		default:
			return null;
	}
}
