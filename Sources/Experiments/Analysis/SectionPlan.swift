/// The points of an experiment's grid, grouped into settings to tell apart: points that differ in
/// blocks only are one setting.
struct SectionPlan {
  /// The settings in order of first appearance.
  let settings: [Setting]
  /// The place in `settings` of each point of the grid.
  let sectionOfPoint: [Int]

  init(_ experiment: Experiment) {
    var settings: [Setting] = []
    var places: [Setting: Int] = [:]
    sectionOfPoint = experiment.settings.map { point in
      let setting = point.without(experiment.blocks)
      if let place = places[setting] { return place }
      places[setting] = settings.count
      settings.append(setting)
      return settings.count - 1
    }
    self.settings = settings
  }
}
