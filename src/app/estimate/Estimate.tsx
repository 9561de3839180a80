/** From measurements to parameters of the model. */
import { RatesView } from './RatesView.tsx';
import './estimate.css';

export default function Estimate() {
  return <RatesView />;
}
