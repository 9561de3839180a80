/** Models of other programs, told from their content. */
import type { Result } from '../base/result.ts';
import { type Imported, isSdf3, readSdf3 } from './sdf3.ts';

type ModelReader = (text: string, timeUnit?: number) => Result<Imported, string>;

/** What reads the text; undefined of what is no model that is known. */
export const modelReaderOf = (text: string): ModelReader | undefined => (isSdf3(text) ? readSdf3 : undefined);
